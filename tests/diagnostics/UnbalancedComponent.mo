package UnbalancedComponent
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    Pin p;
    Pin n;
    parameter Real R = 1;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;
  model Battery
    Pin p;
    Pin n;
    Real soc(start = 1, fixed = true);
  equation
    p.v - n.v = 12*soc;
    der(soc) = p.i/3600;
  end Battery;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Bank
    Resistor r[2];
    Pin p;
    Pin n;
  equation
    connect(p, r[1].p);
    connect(r[1].n, r[2].p);
    connect(r[2].n, n);
  end Bank;
  model Circuit
    Battery battery;
    Bank bank;
    Ground ground;
    Resistor open;
  equation
    connect(battery.p, bank.p);
    connect(bank.n, battery.n);
    connect(battery.n, ground.p);
    connect(open.p, ground.p);
  end Circuit;
end UnbalancedComponent;
