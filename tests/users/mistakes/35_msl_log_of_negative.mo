model M
  Modelica.Blocks.Sources.Constant level(k = -1); //!
  Modelica.Blocks.Math.Log10 log; //!
equation
  connect(level.y, log.u); //!
end M;
