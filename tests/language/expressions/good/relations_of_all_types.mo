// Relations of Strings, Booleans and enumerations (section 3.5).
model M
  type E = enumeration(a, b);
  parameter Boolean s = "ab" < "b";
  parameter Boolean t = false < true;
  parameter Boolean u = E.a <> E.b;
  parameter Boolean v = E.b > E.a;
end M;
