package P
  constant Integer n = 3;
  package Sub
    constant Real k[n] = {1, 2, 3};
    function f
      input Real x;
      output Real y;
    algorithm
      y := x*sum(k);
    end f;
  end Sub;
  model M
    Real y = Sub.f(time);
  end M;
end P;
model PackageFunctionConstantsEnclosing
  extends P.M;
end PackageFunctionConstantsEnclosing;
