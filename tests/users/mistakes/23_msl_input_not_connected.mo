model M
  Modelica.Blocks.Math.Gain gain(k = 2);
  Modelica.Blocks.Math.Add add; //!
  Modelica.Blocks.Sources.Sine sine(f = 1);
equation
  connect(sine.y, add.u1);
  connect(add.y, gain.u);
end M;
