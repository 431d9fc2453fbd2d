model M
  input Real u;
  Real x;
equation
  iEq[1,1] = {x, 0, "ass"};
  iEq[2,2] = {der(x), u, "ass"};
  Eq[1,1] = {der(x), u, "ass"};
  annotation(__moo(version = "0.3.0", requires = {"inputs"}));
end M;
