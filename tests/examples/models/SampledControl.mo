model SampledControl "a sampled controller, a second sampling at some of the same times, a schedule and an end"
  parameter Real Ts = 0.1;
  parameter Real K = 2;
  parameter Real Ti = 0.5;
  Real r "set point";
  Real x(start = 0, fixed = true);
  discrete Real sum(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true);
  discrete Integer slow(start = 0, fixed = true);
  discrete Integer both(start = 0, fixed = true);
  discrete Real next(start = 0.25, fixed = true);
  discrete Integer steps(start = 0, fixed = true);
  discrete Real last(start = -1, fixed = true);
equation
  r = if time > 1 then 0.5 else 1;
  0.4*der(x) = u - x;
  when sample(0, Ts) then
    sum = pre(sum) + Ts/Ti*(r - x);
    u = K*(r - x) + pre(sum);
  end when;
  when sample(0.05, 0.25) then
    slow = pre(slow) + 1;
  end when;
  when sample(0, Ts) and sample(0.05, 0.25) then
    both = pre(both) + 1;
  end when;
  when time >= pre(next) then
    next = pre(next) + 0.25;
    steps = pre(steps) + 1;
  end when;
  when terminal() then
    last = time;
  end when;
  when steps >= 9 then
    terminate("enough steps");
  end when;
  annotation(experiment(StopTime = 3));
end SampledControl;
