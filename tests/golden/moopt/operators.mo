model Operators "Event functions, memory, priorities and actions"
  Real x(start = 0, fixed = true);
  Real steps;
  Real late;
  Real rate;
  Integer level;
equation
  der(x) = 1;
  steps = floor(x) + mod(x, 2);
  late = delay(x, 0.1);
  rate = semiLinear(x - 1, 2, 3);
  when x > 2 then
    level = 2;
    if x > 3 then
      reinit(x, 0);
    end if;
  elsewhen {x > 1, initial()} then
    level = 1;
    terminate("x is " + String(x));
  end when;
end Operators;
