// assert as a statement of a function.
model M
  function root
    input Real u;
    output Real y;
  algorithm
    assert(u >= 0, "negative: " + String(u));
    y := sqrt(u);
  end root;
  Real x = root(time);
end M;
