// expect: 7: WrongWhen: `reinit` is used in a clocked when-equation
model Reinit
  Real x(start = 0);
equation
  der(x) = 1;
  when Clock(0.5) then
    reinit(x, 0);
  end when;
end Reinit;
