// expect: 7: UnexpectedToken: found `break`, expected the name of what is modified
model BreakInComponentModifier
  model A
    Real x = 1;
    Real y = 2;
  end A;
  A a(break x);
end BreakInComponentModifier;
