model ParallelSources "two ideal sources want different voltages between the same nodes"
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Source
    Pin p;
    Pin n;
    parameter Real V = 5;
  equation
    p.v - n.v = V;
    p.i + n.i = 0;
  end Source;
  Source first(V = 5);
  Source second(V = 6);
  Ground ground;
equation
  connect(first.p, second.p);
  connect(first.n, second.n);
  connect(first.n, ground.p);
end ParallelSources;
