// A function may call itself (section 12.2); with constant arguments it is evaluated where a size needs it.
model M
  function factorial
    input Integer n;
    output Integer y;
  algorithm
    y := if n <= 1 then 1 else n*factorial(n - 1);
  end factorial;
  parameter Integer n = factorial(3);
  Real x[n] = fill(time, n);
end M;
