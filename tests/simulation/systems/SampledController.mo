model SampledController "a controller with integral action, sampled, moves a plant of first order"
  parameter Real Ts = 0.1;
  parameter Real K = 2;
  parameter Real Ti = 0.5;
  parameter Real r = 1 "set point";
  parameter Real T = 0.4 "time constant of the plant";
  Real xp(start = 0, fixed = true);
  discrete Real xc(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true);
equation
  T*der(xp) = u - xp;
  when sample(0, Ts) then
    xc = pre(xc) + Ts/Ti*(r - xp);
    u = K*(r - xp) + pre(xc);
  end when;
  annotation(experiment(StopTime = 3, Tolerance = 1e-9));
end SampledController;
