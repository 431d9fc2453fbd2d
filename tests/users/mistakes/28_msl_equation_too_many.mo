model M
  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor wall(C = 1000, T(start = 300, fixed = true));
  Modelica.Thermal.HeatTransfer.Components.ThermalConductor window(G = 5);
  Modelica.Thermal.HeatTransfer.Sources.FixedTemperature outside(T = 280);
equation
  connect(wall.port, window.port_a);
  connect(window.port_b, outside.port);
  wall.T = 300 + 10*sin(time); //!
end M;
