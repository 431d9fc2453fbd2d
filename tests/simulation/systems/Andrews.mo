model Andrews "seven bodies in a plane, index 3; Test Set for IVP Solvers, problem andrews: a motor turns a squeezing mechanism"
  parameter Real m1 = 0.04325;
  parameter Real m2 = 0.00365;
  parameter Real m3 = 0.02373;
  parameter Real m4 = 0.00706;
  parameter Real m5 = 0.07050;
  parameter Real m6 = 0.00706;
  parameter Real m7 = 0.05498;
  parameter Real I1 = 2.194e-6;
  parameter Real I2 = 4.410e-7;
  parameter Real I3 = 5.255e-6;
  parameter Real I4 = 5.667e-7;
  parameter Real I5 = 1.169e-5;
  parameter Real I6 = 5.667e-7;
  parameter Real I7 = 1.912e-5;
  parameter Real xa = -0.06934;
  parameter Real ya = -0.00227;
  parameter Real xb = -0.03635;
  parameter Real yb = 0.03273;
  parameter Real xc = 0.014;
  parameter Real yc = 0.072;
  parameter Real c0 = 4530;
  parameter Real d = 0.028;
  parameter Real da = 0.0115;
  parameter Real e = 0.02;
  parameter Real ea = 0.01421;
  parameter Real rr = 0.007;
  parameter Real ra = 0.00092;
  parameter Real l0 = 0.07785;
  parameter Real ss = 0.035;
  parameter Real sa = 0.01874;
  parameter Real sb = 0.01043;
  parameter Real sc = 0.018;
  parameter Real sd = 0.02;
  parameter Real ta = 0.02308;
  parameter Real tb = 0.00916;
  parameter Real u = 0.04;
  parameter Real ua = 0.01228;
  parameter Real ub = 0.00449;
  parameter Real zf = 0.02;
  parameter Real zt = 0.04;
  parameter Real fa = 0.01421;
  parameter Real mom = 0.033 "of the motor";
  Real beta(start = -0.0617138900142764496358948458001);
  Real theta(start = 0, fixed = true);
  Real gamma(start = 0.455279819163070380255912382449);
  Real phi(start = 0.222668390165885884674473185609);
  Real delta(start = 0.487364979543842550225598953530);
  Real omega(start = -0.222668390165885884674473185609);
  Real epsilon(start = 1.23054744454982119249735015568);
  Real w[7];
  Real lambda[6](start = {98.5668703962410896057654982170, -6.12268834425566265503114393122, 0, 0, 0, 0});
  Real xd;
  Real yd;
  Real length;
  Real force;
  Real fx;
  Real fy;
initial equation
  w[2] = 0;
equation
  der(beta) = w[1];
  der(theta) = w[2];
  der(gamma) = w[3];
  der(phi) = w[4];
  der(delta) = w[5];
  der(omega) = w[6];
  der(epsilon) = w[7];
  // The spring.
  xd = sd*cos(gamma) + sc*sin(gamma) + xb;
  yd = sd*sin(gamma) - sc*cos(gamma) + yb;
  length = sqrt((xd - xc)^2 + (yd - yc)^2);
  force = -c0*(length - l0)/length;
  fx = force*(xd - xc);
  fy = force*(yd - yc);
  // Momentum, with the constraints' forces on the right.
  (m1*ra^2 + m2*(rr^2 - 2*da*rr*cos(theta) + da^2) + I1 + I2)*der(w[1]) + (m2*(da^2 - da*rr*cos(theta)) + I2)*der(w[2])
    = mom - m2*da*rr*w[2]*(w[2] + 2*w[1])*sin(theta)
      - (-rr*sin(beta) + d*sin(beta + theta))*(lambda[1] + lambda[3] + lambda[5])
      - (rr*cos(beta) - d*cos(beta + theta))*(lambda[2] + lambda[4] + lambda[6]);
  (m2*(da^2 - da*rr*cos(theta)) + I2)*der(w[1]) + (m2*da^2 + I2)*der(w[2])
    = m2*da*rr*w[1]^2*sin(theta) - d*sin(beta + theta)*(lambda[1] + lambda[3] + lambda[5])
      + d*cos(beta + theta)*(lambda[2] + lambda[4] + lambda[6]);
  (m3*(sa^2 + sb^2) + I3)*der(w[3])
    = fx*(sc*cos(gamma) - sd*sin(gamma)) + fy*(sd*cos(gamma) + sc*sin(gamma))
      + ss*cos(gamma)*lambda[1] + ss*sin(gamma)*lambda[2];
  (m4*(e - ea)^2 + I4)*der(w[4]) + (m4*((e - ea)^2 + zt*(e - ea)*sin(phi)) + I4)*der(w[5])
    = m4*zt*(e - ea)*w[5]^2*cos(phi) + e*cos(phi + delta)*lambda[3] + e*sin(phi + delta)*lambda[4];
  (m4*((e - ea)^2 + zt*(e - ea)*sin(phi)) + I4)*der(w[4])
    + (m4*(zt^2 + 2*zt*(e - ea)*sin(phi) + (e - ea)^2) + m5*(ta^2 + tb^2) + I4 + I5)*der(w[5])
    = -m4*zt*(e - ea)*w[4]*(w[4] + 2*w[5])*cos(phi)
      + (e*cos(phi + delta) - zt*sin(delta))*lambda[3] + (e*sin(phi + delta) + zt*cos(delta))*lambda[4];
  (m6*(zf - fa)^2 + I6)*der(w[6]) + (m6*((zf - fa)^2 - u*(zf - fa)*sin(omega)) + I6)*der(w[7])
    = -m6*u*(zf - fa)*w[7]^2*cos(omega) - zf*sin(omega + epsilon)*lambda[5] + zf*cos(omega + epsilon)*lambda[6];
  (m6*((zf - fa)^2 - u*(zf - fa)*sin(omega)) + I6)*der(w[6])
    + (m6*((zf - fa)^2 - 2*u*(zf - fa)*sin(omega) + u^2) + m7*(ua^2 + ub^2) + I6 + I7)*der(w[7])
    = m6*u*(zf - fa)*w[6]*(w[6] + 2*w[7])*cos(omega)
      - (zf*sin(omega + epsilon) - u*cos(epsilon))*lambda[5] + (zf*cos(omega + epsilon) + u*sin(epsilon))*lambda[6];
  // The loops are closed.
  rr*cos(beta) - d*cos(beta + theta) - ss*sin(gamma) = xb;
  rr*sin(beta) - d*sin(beta + theta) + ss*cos(gamma) = yb;
  rr*cos(beta) - d*cos(beta + theta) - e*sin(phi + delta) - zt*cos(delta) = xa;
  rr*sin(beta) - d*sin(beta + theta) + e*cos(phi + delta) - zt*sin(delta) = ya;
  rr*cos(beta) - d*cos(beta + theta) - zf*cos(omega + epsilon) - u*sin(epsilon) = xa;
  rr*sin(beta) - d*sin(beta + theta) - zf*sin(omega + epsilon) + u*cos(epsilon) = ya;
  annotation(experiment(StopTime = 0.03, Tolerance = 1e-9));
end Andrews;
