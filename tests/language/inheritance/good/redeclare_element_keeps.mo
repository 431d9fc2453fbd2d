model RedeclareElementKeeps
  partial model P
    parameter Real k = 1;
    Real y;
  end P;
  model Q
    extends P;
  equation
    y = k;
  end Q;
  model R
    extends P;
    parameter Real z = 7;
  equation
    y = k + z;
  end R;
  model A
    parameter Boolean on = true;
    replaceable parameter Real x[2] = {1, 2};
    replaceable Q q[2](each k = 5) if on;
    replaceable input Real u;
  end A;
  model B
    extends A;
    redeclare Real x = {3, 4};
    redeclare R q;
    redeclare Real u;
  end B;
  B b(u = time);
  B c(u = 2*time, on = false);
end RedeclareElementKeeps;
