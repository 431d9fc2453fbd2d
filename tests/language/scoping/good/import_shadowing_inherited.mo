package P
  constant Real k = 1;
  package Q
    constant Real k = 2;
    constant Real j = 3;
  end Q;
  model B
    constant Real j = 10;
  end B;
  model A
    import P.Q.*;
    extends B;
    Real x = j;
    Real y = k;
  end A;
end P;
model ImportShadowingInherited
  P.A a;
end ImportShadowingInherited;
