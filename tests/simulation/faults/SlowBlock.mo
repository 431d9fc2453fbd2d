model SlowBlock "a block that takes long and has no solution from about 0.5 on"
  function slow
    input Real u;
    output Real y;
  algorithm
    y := 0;
    for i in 1:1000000 loop
      y := y + 1e-3*(u - y);
    end for;
  end slow;
  Real x(start = 0, fixed = true);
  Real z(start = 0.7);
equation
  der(x) = 1 + 0.001*z;
  z^2 = 0.5 - x + 0.001*(slow(z) - z);
  annotation(experiment(StopTime = 1, Interval = 0.1));
end SlowBlock;
