model RecordDefaultOfRecord
  record A
    Real x = 1;
    Real y = x + 1;
  end A;
  record B
    A a;
    Real z = a.y;
  end B;
  B b = B();
  B c = B(a = A(x = 5));
  parameter B d;
end RecordDefaultOfRecord;
