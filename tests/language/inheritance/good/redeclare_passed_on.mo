model A
  Real x = 1;
end A;
model B
  Real x = 2;
end B;
model Inner
  replaceable model M = A;
  M m;
end Inner;
model Middle
  replaceable model N = A;
  Inner inside(redeclare model M = N);
end Middle;
model RedeclarePassedOn
  Middle middle(redeclare model N = B);
end RedeclarePassedOn;
