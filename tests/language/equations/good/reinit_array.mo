model ReinitArray
  Real x[2](each start = 1, each fixed = true);
equation
  der(x) = -x;
  when time > 1 then
    reinit(x, {2, 3});
  end when;
end ReinitArray;
