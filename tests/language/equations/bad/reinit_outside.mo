// expect: 6: WrongWhen: `reinit` is used outside of a when-equation
model ReinitOutside
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  reinit(x, 0);
end ReinitOutside;
