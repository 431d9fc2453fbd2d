// expect: 6: WrongArguments: the first argument of `reinit` is not a Real variable
model ReinitInteger
  Integer n(start = 0, fixed = true);
equation
  when time > 1 then
    reinit(n, 0);
  end when;
end ReinitInteger;
