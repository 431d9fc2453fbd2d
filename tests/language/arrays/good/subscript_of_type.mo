// Subscripts of the type that is the dimension; `end` is its last value.
model SubscriptOfType
  type E = enumeration(a, b, c);
  type T = Real[E];
  Real x[E];
  T y = {1, 2, 3};
  Real z[Boolean] = {1, 2};
  Real last = x[end] + y[E.a] + z[end];
  Real part[2] = y[E.b:end];
  E e = if time > 1 then E.a else E.b;
  Real chosen = y[e];
equation
  for i in E loop
    x[i] = Integer(i)*time;
  end for;
end SubscriptOfType;
