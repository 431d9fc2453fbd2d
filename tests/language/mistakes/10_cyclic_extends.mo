// Classes that inherit each other
// Move what is common to a third class.
model A
  extends B;
end A;
model B
  extends A;
end B;
