// A record inside a record is declared first.
model M
  record Inner
    Real a;
  end Inner;
  record Outer
    Inner i;
    Real b;
  end Outer;
  function f
    input Outer o;
    output Real y;
  algorithm
    y := o.i.a + o.b;
  end f;
  Real y = f(Outer(Inner(time), 2));
end M;
