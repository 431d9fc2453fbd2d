type Vector = Real[3](each unit = "m");
model ArrayType
  Vector v = {1, 2, time};
  Vector w[2] = {v, 2 * v};
end ArrayType;
