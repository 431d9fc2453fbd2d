// expect: 7: DuplicateAssignment: the states `a` and `b` can be active at the same tick, but both assign `v`
// expect: 14: DuplicateAssignment: the states `c` and `c.x` can be active at the same tick, but both assign `w`
model AssignedInParallel
  inner Integer v(start = 0);
  inner Integer w(start = 0);
  block State
    outer output Integer v;
  equation
    v = 1;
  end State;
  State a;
  State b;
  block Inside
    outer output Integer w;
  equation
    w = 1;
  end Inside;
  block Around
    Inside x;
    outer output Integer w;
  equation
    w = 2;
    initialState(x);
  end Around;
  Around c;
equation
  initialState(a);
  initialState(b);
  initialState(c);
end AssignedInParallel;
