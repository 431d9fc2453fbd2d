model M
  model Wire
    extends Modelica.Electrical.Analog.Interfaces.OnePort;
    parameter Real R = 1;
  equation
    v = R*i;
    v = 3*i; //!
  end Wire;
  Wire wire; //!
  Modelica.Electrical.Analog.Sources.SineVoltage source(V = 1, f = 50);
  Modelica.Electrical.Analog.Basic.Ground ground;
equation
  connect(source.p, wire.p);
  connect(wire.n, source.n);
  connect(source.n, ground.p);
end M;
