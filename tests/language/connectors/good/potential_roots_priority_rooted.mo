model PotentialRootsPriorityRooted
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
  model Node
    parameter Integer prio = 0;
    C c;
    Boolean isRoot = Connections.isRoot(c.t);
  equation
    Connections.potentialRoot(c.t, prio);
    if Connections.isRoot(c.t) then
      c.t = time;
    end if;
    c.f = c.e;
  end Node;
  model Line
    C a;
    C b;
    Boolean r = Connections.rooted(a.t);
  equation
    Connections.branch(a.t, b.t);
    a.t = b.t;
    a.f + b.f = 0;
    a.e - b.e = a.f;
  end Line;
  Node n1(prio = 2);
  Node n2(prio = 1);
  Line l;
equation
  connect(n1.c, l.a);
  connect(l.b, n2.c);
end PotentialRootsPriorityRooted;
