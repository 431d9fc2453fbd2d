// expect: 3: WrongClassKind: the connector `c` of a block must be an input or an output
block B
  C c;
end B;
connector C
  Real v;
  flow Real i;
end C;
model BlockWithoutCausality
  B b;
equation
  b.c.v = 0;
end BlockWithoutCausality;
