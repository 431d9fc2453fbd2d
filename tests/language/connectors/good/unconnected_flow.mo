connector Pin
  Real v;
  flow Real i;
end Pin;

// The flow of a connector that nobody connects is zero.
model UnconnectedFlow
  model Load
    Pin p;
  equation
    p.v = 2*p.i + time;
  end Load;
  Load a;
end UnconnectedFlow;
