package Drive
  model Motor
    import Modelica.Electrical.Analog;
    import Modelica.Mechanics.Rotational;
    Analog.Basic.Resistor resistance(R = 0.5);
    Analog.Basic.RotationalEMF emf(k = 1);
    Analog.Sources.SignalVoltage source; //!
    Analog.Basic.Ground ground;
    Rotational.Interfaces.Flange_b flange;
  equation
    connect(source.p, resistance.p);
    connect(resistance.n, emf.p);
    connect(emf.n, source.n);
    connect(source.n, ground.p);
    connect(emf.flange, flange);
  end Motor;
  model M
    Motor motor;
    Modelica.Mechanics.Rotational.Components.Inertia load(J = 1);
  equation
    connect(motor.flange, load.flange_a);
  end M;
end Drive;
