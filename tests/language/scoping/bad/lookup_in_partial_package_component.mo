// expect: 10: UnknownType: `a` is a component, not a class
model LookupInPartialPackageComponent
  model A
    Real x = 1;
    model X
      Real q = 1;
    end X;
  end A;
  A a;
  a.X b;
end LookupInPartialPackageComponent;
