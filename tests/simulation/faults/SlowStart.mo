model SlowStart "an initial equation that takes long and has no solution"
  function slow
    input Real u;
    output Real y;
  algorithm
    y := 0;
    for i in 1:1000000 loop
      y := y + 1e-3*(u - y);
    end for;
  end slow;
  Real x(start = 1);
initial equation
  x^2 = -1 + 0.001*(slow(x) - x);
equation
  der(x) = -x;
end SlowStart;
