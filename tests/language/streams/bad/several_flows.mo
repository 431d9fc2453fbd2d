// expect: 8: Unbalanced: the connector `c` has stream variables and 2 flow variables; it can have only one
model SeveralFlows
  connector P
    Real p; flow Real m;
    Real q; flow Real n;
    stream Real h;
  end P;
  P c;
equation
  c.p = 1;
  c.q = 1;
  c.h = 2;
end SeveralFlows;
