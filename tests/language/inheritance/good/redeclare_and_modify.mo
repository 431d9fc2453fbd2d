// A redeclaration and modifiers of the same element stand beside each other, in any order.
model RedeclareAndModify
  type T = Real(unit = "m");
  model P
    parameter Real p = 1;
    parameter Real q = 1;
  end P;
  model Q
    extends P;
    parameter Real r = 1;
  end Q;
  model A
    replaceable Real u = 1;
    replaceable P c;
  end A;
  A a(redeclare T u, u = 3, c(q = 5, p = 4), redeclare Q c(r = 6, p = 7));
end RedeclareAndModify;
