model ArrayFunctions "functions with arrays and loops, of several results, and an algorithm that is one block"
  function smoothed "weighted means of neighbours, and how often it took the mean"
    input Real u[:];
    input Real weight = 0.5;
    output Real y[size(u, 1)];
    output Real mean;
    output Integer rounds;
  protected
    Integer n = size(u, 1);
    Real before[size(u, 1)];
  algorithm
    y := u;
    rounds := 0;
    while true loop
      before := y;
      for i in 2:n - 1 loop
        y[i] := (1 - weight)*before[i] + weight*(before[i - 1] + before[i + 1])/2;
      end for;
      rounds := rounds + 1;
      if rounds >= 5 then
        break;
      end if;
    end while;
    mean := sum(y)/n;
  end smoothed;

  function root "returns from the middle"
    input Real target;
    output Real x;
  protected
    Real low = 0;
    Real high = 10;
  algorithm
    x := 0;
    if target <= 0 then
      return;
    end if;
    while high - low > 1e-10 loop
      x := (low + high)/2;
      if x^2 < target then
        low := x;
      else
        high := x;
      end if;
    end while;
    assert(x < 9, "the root is not in the interval");
  end root;

  function turned "a matrix times a vector, slices and a range that counts down"
    input Real A[:, 2];
    input Real u[2];
    output Real y[size(A, 1)];
  protected
    Real w[size(A, 1)];
  algorithm
    w := A*u + 2*A[:, 1];
    for i in size(A, 1):-1:1 loop
      y[size(A, 1) + 1 - i] := w[i];
    end for;
    y[1:2] := y[{2, 1}];
  end turned;

  Real x(start = 1, fixed = true);
  Real y[5];
  Real mean;
  Integer rounds;
  Real r = root(x + time);
  Real t[3] = turned({{1, time}, {x, 2}, {3, x}}, {x, 1 + time});
  Real total "sum of powers up to a limit";
  Real terms;
equation
  (y, mean, rounds) = smoothed({x, time, sin(3*x), 1 - x, 0.5});
  der(x) = mean - x*r;
algorithm
  total := 0;
  terms := 0;
  while total < 1 + time and terms < 20 loop
    total := total + x^terms/4;
    terms := terms + 1;
  end while;
  annotation(experiment(StopTime = 1));
end ArrayFunctions;
