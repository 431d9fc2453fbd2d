model InnerOuterComponentArray
  model Sub
    outer Real x[3];
    outer parameter Integer n;
    Real y = x[n];
  end Sub;
  model Mid
    Sub s;
  end Mid;
  inner Real x[3] = {time, 2*time, 3*time};
  inner parameter Integer n = 2;
  Mid m[2];
end InnerOuterComponentArray;
