// A loop of connections with redundant variables is broken once.
model Overconstrained
  type Angle
    extends Real;
    function equalityConstraint
      input Angle a;
      input Angle b;
      output Real residue[0];
    algorithm
    end equalityConstraint;
  end Angle;
  connector Port
    Angle phi;
    Real v;
    flow Real i;
  end Port;
  model Source
    Port p;
  equation
    Connections.root(p.phi);
    p.phi = time;
    p.v = 1;
  end Source;
  model Line
    Port a;
    Port b;
  equation
    Connections.branch(a.phi, b.phi);
    a.phi = b.phi;
    a.v - b.v = a.i;
    a.i + b.i = 0;
  end Line;
  Source s;
  Line k;
  Line l;
equation
  connect(s.p, k.a);
  connect(k.b, l.b);
  connect(s.p, l.a);
end Overconstrained;
