// noEvent, smooth, sample, initial, terminal, edge, change, pre (section 3.7.5).
model M
  Real x = noEvent(if time > 1 then 1 else 0);
  Real y = smooth(0, if time > 1 then time else 1);
  discrete Real n(start = 0, fixed = true);
  Boolean b = time > 2;
equation
  when {sample(0, 0.1), edge(b)} then
    n = pre(n) + 1;
  end when;
end M;
