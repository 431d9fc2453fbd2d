package Connections "what says that two variables are equal: a connection, not their declarations"
  connector Pin
    Real s;
    flow Real f;
  end Pin;
  model Spring
    Pin a;
    Pin b;
    Real pull = a.s - b.s;
  equation
    a.f = 2*pull;
    a.f + b.f = 0;
  end Spring;
  model Wall
    Pin p;
  equation
    p.s = 0;
  end Wall;
  model Mass
    Pin p;
    Real v(start = 1, fixed = true);
  equation
    der(p.s) = v;
    der(v) = p.f;
  end Mass;
  model All
    Spring spring[2];
    Wall wall;
    Mass mass;
  equation
    connect(wall.p, spring[1].a);
    connect(spring[1].b, spring[2].a);
    connect(spring[2].b, mass.p);
  end All;
end Connections;
