// A range of an enumeration type, and an array indexed by it (sections 4.9.5.2 and 10.4.3).
model M
  type Color = enumeration(red, green, blue);
  parameter Real weight[Color] = {0.3, 0.6, 0.1};
  Real y = weight[Color.green];
  parameter Color warm[:] = Color.red:Color.green;
end M;
