connector Pin
  Real v;
  flow Real i;
end Pin;

// How often a connector is connected.
model Cardinality
  model Load
    Pin p;
    Integer n = cardinality(p);
  equation
    p.v = p.i + 1;
  end Load;
  Load a;
  Load b;
equation
  connect(a.p, b.p);
end Cardinality;
