// `each c.a` means `c(each a)`: the prefixes belong to the last part of the name.
model EachOfDottedName
  model C
    parameter Real a[2] = {1, 2};
    parameter Real d = 1;
    Real v(start = 1, fixed = true);
  equation
    der(v) = d;
  end C;
  model B
    C c[3];
  end B;
  B b(each c.a = {3, 4}, c.d = {5, 6, 7}, each c.v.start = 2);
  B e[2](each c.a = {8, 9});
end EachOfDottedName;
