// expect: 8: TypeMismatch: the subscript `1` has type Integer, but subscripts of this dimension have type SubscriptOfOtherType.E
// expect: 9: TypeMismatch: the subscript `F.c` has type SubscriptOfOtherType.F, but subscripts of this dimension have type SubscriptOfOtherType.E
// expect: 10: TypeMismatch: the subscript `E.a` has type SubscriptOfOtherType.E, but subscripts of this dimension have type Integer
// expect: 13: TypeMismatch: the subscript `2` has type Integer, but subscripts of this dimension have type Boolean
model SubscriptOfOtherType
  type E = enumeration(a, b); type F = enumeration(c, d); model Part Real v = 1; end Part;
  Real x[E] = {1, 2}, y[2] = {1, 2};
  Real p = x[1];
  Real q = x[F.c];
  Real r = y[E.a];
  Part part[Boolean];
  Real s = part[true].v;
  Real t = part[2].v;
end SubscriptOfOtherType;
