model RecordDefaultInherited
  record A
    Real x = 1;
    Real y = 2*x;
  end A;
  record B
    extends A(x = 3);
    Real z = y;
  end B;
  B b = B();
  B c;
end RecordDefaultInherited;
