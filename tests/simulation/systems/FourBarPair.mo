model FourBarPair "a crank turns a rocker through a loop of bars, and the rocker turns another one; no forces, inertia only"
  parameter Real a = 1 "crank";
  parameter Real b = 3 "coupler";
  parameter Real c = 2.5 "rocker";
  parameter Real d = 3.2 "ground";
  parameter Real a2 = 0.8 "arm on the rocker's axis";
  parameter Real b2 = 2.4;
  parameter Real c2 = 2.2;
  parameter Real d2 = 2.6;
  parameter Real J[5] = {1, 0.3, 0.5, 0.2, 0.4} "of crank, coupler, rocker, second coupler, second rocker";
  parameter Real w0 = 3;
  Real phi[5](start = {0.3, 0.9, 1.8, 0.6, 1.6});
  Real w[5];
  Real lambda[4] "forces in the joints that close the loops";
  Real energy;
initial equation
  phi[1] = 0.3;
  w[1] = w0;
equation
  der(phi) = w;
  a*cos(phi[1]) + b*cos(phi[2]) - c*cos(phi[3]) = d;
  a*sin(phi[1]) + b*sin(phi[2]) - c*sin(phi[3]) = 0;
  a2*cos(phi[3]) + b2*cos(phi[4]) - c2*cos(phi[5]) = d2;
  a2*sin(phi[3]) + b2*sin(phi[4]) - c2*sin(phi[5]) = 0;
  J[1]*der(w[1]) = -a*sin(phi[1])*lambda[1] + a*cos(phi[1])*lambda[2];
  J[2]*der(w[2]) = -b*sin(phi[2])*lambda[1] + b*cos(phi[2])*lambda[2];
  J[3]*der(w[3]) = c*sin(phi[3])*lambda[1] - c*cos(phi[3])*lambda[2]
    - a2*sin(phi[3])*lambda[3] + a2*cos(phi[3])*lambda[4];
  J[4]*der(w[4]) = -b2*sin(phi[4])*lambda[3] + b2*cos(phi[4])*lambda[4];
  J[5]*der(w[5]) = c2*sin(phi[5])*lambda[3] - c2*cos(phi[5])*lambda[4];
  energy = sum(J[i]*w[i]^2 for i in 1:5)/2;
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end FourBarPair;
