// expect: 3: MissingBinding: `v` has no start value, but the initial state `a` does not assign it
model StartMissing
  inner Integer v;
  block A
  end A;
  block B
    outer output Integer v;
  equation
    v = 1;
  end B;
  A a;
  B b;
equation
  initialState(a);
  transition(a, b, true);
end StartMissing;
