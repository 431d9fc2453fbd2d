model InnerOuterModelExtends
  partial model Base
    outer Integer count;
  end Base;
  model A
    extends Base;
    Real y = count*time;
  end A;
  model B
    inner outer Integer count = 7;
    A a;
  end B;
  inner Integer count = 3;
  A a;
  B b;
end InnerOuterModelExtends;
