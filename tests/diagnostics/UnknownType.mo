model A
  Rael x;
  Modelica.Units.SI.Length y;
end A;
