// expect: 10: WrongWhen: `reinit` is applied to `x`, which cannot be a state
// expect: 11: WrongWhen: `reinit` is applied to `d`, which cannot be a state
model ReinitOfNoState
  Real x = 2*time, y(start = 0, fixed = true), z = y;
  Real d(start = 0, fixed = true);
equation
  der(y) = 1;
  when time > 1 then
    d = 1;
    reinit(x, 2);
    reinit(d, 2);
    reinit(z, 2);
  end when;
end ReinitOfNoState;
