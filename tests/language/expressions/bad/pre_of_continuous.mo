// expect: 6: VariabilityMismatch: `pre` is applied to `x` outside of a when-clause, but `x` changes between events
// expect: 7: VariabilityMismatch: `change` is applied to `x` outside of a when-clause, but `x` changes between events
// expect: 10: VariabilityMismatch: `pre` is applied to `x` outside of a when-clause, but `x` changes between events
model PreOfContinuous
  Real x = time, z(start = 0, fixed = true);
  Real y = pre(x);
  Boolean b = change(x);
equation
  der(z) = 1;
  when pre(x) > 1 then
    reinit(z, pre(x));
  end when;
end PreOfContinuous;
