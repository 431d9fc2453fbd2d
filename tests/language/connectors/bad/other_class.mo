// expect: 24: ConnectMismatch: `a.p` is of class Pin, which does not fit `b.f` of class Flange
connector Pin
  Real v;
  flow Real i;
end Pin;
connector Flange
  Real phi;
  flow Real tau;
end Flange;
model OtherClass
  model A
    Pin p;
  equation
    p.v = 1;
  end A;
  model B
    Flange f;
  equation
    f.phi = 1;
  end B;
  A a;
  B b;
equation
  connect(a.p, b.f);
end OtherClass;
