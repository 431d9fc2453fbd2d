model TransistorAmplifier "two stages; Test Set for IVP Solvers, problem transamp"
  constant Real pi = 3.141592653589793;
  parameter Real Ub = 6;
  parameter Real Uf = 0.026;
  parameter Real alpha = 0.99;
  parameter Real beta = 1e-6;
  parameter Real R0 = 1000;
  parameter Real R = 9000 "all others";
  parameter Real C[5] = {1e-6, 2e-6, 3e-6, 4e-6, 5e-6};
  Real U[8](start = {0, 3, 3, 6, 3, 3, 6, 0}) "of the nodes";
  Real uC1(start = -3, fixed = true) = U[1] - U[2];
  Real uC3(start = 3, fixed = true) = U[4] - U[5];
  Real uC5(start = 6, fixed = true) = U[7] - U[8];
  Real first = beta*(exp((U[2] - U[3])/Uf) - 1) "current of the transistor";
  Real second = beta*(exp((U[5] - U[6])/Uf) - 1);
initial equation
  U[3] = 3;
  U[6] = 3;
equation
  C[1]*der(uC1) = (0.1*sin(200*pi*time) - U[1])/R0;
  C[1]*der(uC1) = U[2]/R + (U[2] - Ub)/R + (1 - alpha)*first;
  C[2]*der(U[3]) = first - U[3]/R;
  C[3]*der(uC3) = (Ub - U[4])/R - alpha*first;
  C[3]*der(uC3) = U[5]/R + (U[5] - Ub)/R + (1 - alpha)*second;
  C[4]*der(U[6]) = second - U[6]/R;
  C[5]*der(uC5) = (Ub - U[7])/R - alpha*second;
  C[5]*der(uC5) = U[8]/R;
  annotation(experiment(StopTime = 0.2, Tolerance = 1e-8));
end TransistorAmplifier;
