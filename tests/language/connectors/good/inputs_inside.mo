// What is in connectors and records at the top can be set and read from outside, however deep (sections 4.4.2.2 and 9.1).
model InputsInside
  record R
    Real a;
    parameter Real p = 2;
  end R;
  connector Inner
    input Real on;
    output Real off;
  end Inner;
  connector Outer
    input R r;
    Inner inside;
  end Outer;
  model Part
    Outer outer;
  equation
    outer.inside.off = outer.inside.on + outer.r.a;
  end Part;
  input R r;
  Outer outer;
  Part part "its connectors are not on the outside";
  output R y = r;
protected
  Inner hidden;
equation
  outer.inside.off = outer.inside.on + r.a*r.p;
  part.outer.inside.on = 1;
  part.outer.r.a = outer.r.a;
  hidden.on = 3;
  hidden.off = 4;
end InputsInside;
