// expect: 13: OverconstrainedGraph: neither `k.a.phi` nor anything connected to it (2 overdetermined connectors) has Connections.root or potentialRoot
model NoRoot
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
  model Line
    Port a;
    Port b;
  equation
    Connections.branch(a.phi, b.phi);
    a.phi = b.phi;
    a.v - b.v = a.i;
    a.i + b.i = 0;
  end Line;
  Line k;
end NoRoot;
