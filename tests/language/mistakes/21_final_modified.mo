// Changing something that is final
// The class does not allow this modification; change another parameter.
model A
  final parameter Real p = 1;
end A;
model M
  A a(p = 2);
end M;
