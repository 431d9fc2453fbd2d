// expect: 13: FinalModified: `B` is final, but it is modified here
// expect: 14: FinalModified: `c` is final, but it is modified here
// expect: 15: FinalModified: `D` is final, but it is modified here
model C Real x = 1; end C;
model E Real x = 2; end E;
model A
  final replaceable model B = C;
  final replaceable C c;
  final model D parameter Real p = 1; end D;
  B b; D d;
end A;
model FinalRedeclaredClass
  A a1(redeclare model B = E);
  A a2(redeclare E c);
  A a3(D(p = 3));
end FinalRedeclaredClass;
