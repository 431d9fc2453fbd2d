// Literals of all types (section 2.4).
model M
  parameter Real a = 1e-3;
  parameter Real b = 13.;
  parameter Integer c = 1000000;
  parameter String d = "line\nbreak \"quoted\"";
  parameter Boolean e = true;
end M;
