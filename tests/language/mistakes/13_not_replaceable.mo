// Redeclaring something that is not replaceable
// Declare the element as `replaceable` in its class.
model A
  parameter Real p = 1;
end A;
model B
  A a;
end B;
model M
  B b(redeclare A a);
end M;
