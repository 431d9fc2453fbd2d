model SubscriptsOfTwoTypes
  type E = enumeration(a, b);
  Real x[E, Boolean];
equation
  for e in E, b in Boolean loop
    x[e, b] = if b then Integer(e) else -Integer(e);
  end for;
end SubscriptsOfTwoTypes;
