type Axis = enumeration(x, y);
model EnumerationAsDimension
  Real v[Axis] = {time, 2 * time};
  Real w = v[Axis.y];
end EnumerationAsDimension;
