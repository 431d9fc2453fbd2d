connector Pin
  Real v;
  flow Real i;
end Pin;

// Element by element.
model ArraysOfConnectors
  model Star
    Pin p[2];
  equation
    p.v = {1, 2};
  end Star;
  model Load
    Pin p[2];
  equation
    p[1].v = p[1].i;
    p[2].v = p[2].i;
  end Load;
  Star a;
  Load b;
equation
  connect(a.p, b.p);
end ArraysOfConnectors;
