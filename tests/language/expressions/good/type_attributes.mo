// A derived type carries its attributes (section 4.8).
model M
  type Length = Real(unit = "m", min = 0);
  type Time = Real(unit = "s");
  parameter Time T = 2;
  Length x(start = 1, fixed = true);
equation
  der(x) = -x/T;
end M;
