model OverconstrainedLoop
  type Angle
    extends Real;
    function equalityConstraint
      input Angle a;
      input Angle b;
      output Real r[0];
    algorithm
      r := fill(0.0, 0);
    end equalityConstraint;
  end Angle;
  connector C
    Real e;
    flow Real f;
    Angle t;
  end C;
  model Src
    C c;
  equation
    Connections.root(c.t);
    c.t = time;
    c.e = 1;
  end Src;
  model Line
    C a;
    C b;
  equation
    Connections.branch(a.t, b.t);
    a.t = b.t;
    a.f + b.f = 0;
    a.e - b.e = a.f;
  end Line;
  Src s;
  Line l1;
  Line l2;
  Line l3;
equation
  connect(s.c, l1.a);
  connect(l1.b, l2.a);
  connect(l2.b, l3.a);
  connect(l3.b, s.c);
end OverconstrainedLoop;
