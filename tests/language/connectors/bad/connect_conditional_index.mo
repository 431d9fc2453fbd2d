// expect: 15: NotEvaluable: a subscript in connect must be known during translation, but `i` changes during simulation
model ConnectConditionalIndex
  connector C
    Real e;
    flow Real f;
  end C;
  model A
    C c[2];
  equation
    c.e = {1, 2};
  end A;
  A a;
  Integer i = integer(time) + 1;
equation
  connect(a.c[i], a.c[2]);
end ConnectConditionalIndex;
