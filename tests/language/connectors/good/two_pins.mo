connector Pin
  Real v;
  flow Real i;
end Pin;

// Potentials are equal, flows sum to zero; the sign is that of a connector of a component.
model TwoPins
  model Source
    Pin p;
  equation
    p.v = 1;
  end Source;
  model Load
    Pin p;
  equation
    p.v = 2*p.i;
  end Load;
  Source a;
  Load b;
equation
  connect(a.p, b.p);
end TwoPins;
