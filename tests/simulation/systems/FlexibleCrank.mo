model FlexibleCrank "index 3; Test Set for IVP Solvers, problem crank: a slider crank whose rod is an elastic beam"
  constant Real pi = 3.1415927 "the digits of the problem";
  constant Real m2 = 0.151104 "mass of the rod";
  constant Real m3 = 0.075552 "mass of the slider";
  constant Real l1 = 0.15 "crank";
  constant Real l2 = 0.3 "rod";
  constant Real J1 = 0.002727;
  constant Real J2 = 0.0045339259;
  constant Real E = 2e11 "modulus of elasticity";
  constant Real d = 0.008 "width and height of the rod";
  constant Real rho = 7870;
  constant Real omega = 150 "speed of the crank";
  constant Real V = d*d*l2 "volume of the rod";
  constant Real stiffness = E*d*d/l2;
  constant Real MQ[4, 4] = rho*V*[0.5, 0, 0, 0; 0, 0.5, 0, 0; 0, 0, 8, 1; 0, 0, 1, 2];
  constant Real KQ[4, 4] = stiffness*[pi^4/24*(d/l2)^2, 0, 0, 0; 0, pi^4*2/3*(d/l2)^2, 0, 0; 0, 0, 16/3, -8/3; 0, 0, -8/3, 7/3];
  constant Real BQ[4, 4] = V*[0, 0, -16/pi^3, 8/pi^3 - 1/pi; 0, 0, 0, 0.5/pi; 16/pi^3, 0, 0, 0; 1/pi - 8/pi^3, -0.5/pi, 0, 0];
  constant Real c1[4] = V*{0, 0, 2/3, 1/6};
  constant Real c2[4] = V*{2/pi, 0, 0, 0};
  constant Real c12[4] = l2*V*{0, 0, 1/3, 1/6};
  constant Real c21[4] = l2*V*{1/pi, -0.5/pi, 0, 0};
  Real phi1 "angle of the crank";
  Real phi2(start = 0) "angle of the rod";
  Real x3(start = l1 + l2) "place of the slider";
  Real q[4](start = {0, 0, 0.103339863e-4, 0.169327969e-4}, each fixed = true, each stateSelect = StateSelect.prefer, each nominal = 1e-4)
    "deformations: two modes across, two nodes along the rod";
  Real v1;
  Real v2;
  Real v3;
  Real qd[4](start = {0.444896105, 0.463434311e-2, -0.178591076e-5, -0.268938672e-5}, each fixed = true, each stateSelect = StateSelect.prefer, each nominal = 0.1);
  Real lambda[3] "forces of the constraints";
  Real s;
  Real c;
  Real m12;
  Real m1q[4];
  Real m2q[4];
  Real length "of the deformed rod";
equation
  der(phi1) = v1;
  der(phi2) = v2;
  der(x3) = v3;
  der(q) = qd;
  s = sin(phi1 - phi2);
  c = cos(phi1 - phi2);
  length = l2 + q[4];
  m12 = l1*l2*m2*c/2 + rho*l1*(s*(c2*q) + c*(c1*q));
  m1q = rho*l1*(c*c2 - s*c1);
  m2q = rho*c21 + rho*(q*BQ);
  (J1 + m2*l1^2)*der(v1) + m12*der(v2) + m1q*der(qd) = -l1*l2*m2*v2^2*s/2 + rho*l1*v2^2*(c*(c2*q) - s*(c1*q))
    - 2*rho*l1*v2*(c*(c1*qd) + s*(c2*qd)) - l1*cos(phi1)*lambda[1] - l1*sin(phi1)*lambda[2] - lambda[3];
  m12*der(v1) + (J2 + q*(MQ*q) + 2*rho*(c12*q))*der(v2) + m2q*der(qd) = l1*l2*m2*v1^2*s/2 + rho*l1*v1^2*(s*(c1*q) - c*(c2*q))
    - 2*rho*v2*(c12*qd) - 2*v2*(qd*(MQ*q)) - rho*(qd*(BQ*qd)) - length*cos(phi2)*lambda[1] - length*sin(phi2)*lambda[2];
  m3*der(v3) = -lambda[2];
  m1q*der(v1) + m2q*der(v2) + MQ*der(qd) = v2^2*(MQ*q) + rho*(v2^2*c12 + l1*v1^2*(c*c1 + s*c2) + 2*v2*(BQ*qd)) - KQ*q
    - {0, 0, 0, sin(phi2)*lambda[1] - cos(phi2)*lambda[2]};
  l1*sin(phi1) + length*sin(phi2) = 0;
  x3 = l1*cos(phi1) + length*cos(phi2);
  phi1 = omega*time;
  annotation(experiment(StopTime = 0.1, Tolerance = 1e-8));
end FlexibleCrank;
