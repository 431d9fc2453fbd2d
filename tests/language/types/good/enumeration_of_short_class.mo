type E = enumeration(a, b);
type F = E(start = F.b);
model EnumerationOfShortClass
  parameter F f = E.a;
  Boolean same = f == E.b;
end EnumerationOfShortClass;
