// Parameters in connectors must agree.
model ParametersAsserted
  connector C
    parameter Real k = 1;
    Real v;
    flow Real i;
  end C;
  model A
    C c(k = 2);
  equation
    c.v = 1;
  end A;
  model B
    C c(k = 2);
  equation
    c.v = c.i;
  end B;
  A a;
  B b;
equation
  connect(a.c, b.c);
end ParametersAsserted;
