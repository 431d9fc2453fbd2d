model RedeclareInExtendsOfArray
  partial model P
    parameter Real k = 1;
    Real y;
  end P;
  model A
    extends P;
  equation
    y = k;
  end A;
  model B
    extends P(k = 5);
    parameter Real z = 3;
  equation
    y = k*z;
  end B;
  model Container
    replaceable A c[2] constrainedby P(each k = 7);
  end Container;
  model D
    extends Container(redeclare B c[2](z = {1, 2}));
  end D;
  D d;
end RedeclareInExtendsOfArray;
