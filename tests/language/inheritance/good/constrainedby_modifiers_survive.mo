model ConstrainedbyModifiersSurvive
  partial model P
    parameter Real a = 1;
    parameter Real b = 1;
    Real y;
  end P;
  model A
    extends P;
  equation
    y = a + b;
  end A;
  model B
    extends P(a = 100);
  equation
    y = a*b;
  end B;
  model Use
    replaceable A x(a = 2) constrainedby P(b = 3);
  end Use;
  Use u1;
  Use u2(redeclare B x);
  Use u3(redeclare B x(b = 4));
end ConstrainedbyModifiersSurvive;
