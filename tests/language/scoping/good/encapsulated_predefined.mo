package P
  encapsulated model A
    Real y = sin(time);
    Integer n = 3;
  end A;
end P;
model EncapsulatedPredefined
  P.A a;
end EncapsulatedPredefined;
