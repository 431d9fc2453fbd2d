// expect: 6: CyclicClass: `B` inherits from itself
model A
  extends B;
end A;
model B
  extends A;
end B;
model ExtendsCycle
  extends A;
end ExtendsCycle;
