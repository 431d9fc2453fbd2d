// Integer(e), E(i) and the attributes of an enumeration type (section 4.9.5).
model M
  type E = enumeration(a, b, c);
  parameter Integer i = Integer(E.c);
  parameter E e = E(2);
  parameter E first = E.a;
  Real x[i] = fill(time, 3);
end M;
