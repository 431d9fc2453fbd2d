// Classes that inherit each other
// Move the common part to a third class, from which both inherit.
model A
  extends B;
end A;
model B
  extends A;
end B;
