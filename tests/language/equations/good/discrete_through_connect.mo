model DiscreteThroughConnect
  connector RO = output Real;
  connector RI = input Real;
  block S
    RO y;
  equation
    when sample(0, 0.1) then
      y = time;
    end when;
  end S;
  block T
    RI u;
    RO y;
  equation
    y = 2*u;
  end T;
  S s; T t;
equation
  connect(s.y, t.u);
end DiscreteThroughConnect;
