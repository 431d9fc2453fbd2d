// expect: 7: UnknownName: nothing named `k` is declared here
model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := u*k;
  end f;
  Real y = f(time);
end M;
