// expect: 7: ModelPartial: the function `M.f` is partial; it cannot be called
model M
  partial function f
    input Real u;
    output Real y;
  end f;
  Real y = f(time);
end M;
