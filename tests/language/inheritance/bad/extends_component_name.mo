// expect: 9: UnknownType: `a` is a component, not a class
model ExtendsComponentName
  model A
    model B
      Real y = 1;
    end B;
  end A;
  A a;
  extends a.B;
end ExtendsComponentName;
