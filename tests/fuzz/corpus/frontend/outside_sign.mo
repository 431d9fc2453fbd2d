connector Pin
  Real v;
  flow Real i;
end Pin;

// The connector of the class itself counts with the other sign.
model OutsideSign
  model Inner
    Pin p;
  equation
    p.v = p.i;
  end Inner;
  model Outer
    Pin p;
    Inner inner_;
  equation
    connect(p, inner_.p);
  end Outer;
  Outer o;
  Inner k;
equation
  connect(o.p, k.p);
end OutsideSign;
