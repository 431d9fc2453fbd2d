// A function that cannot be called may stand in a branch that is not taken.
model IfParameterPartial
  partial function Law
    input Real u;
    output Real y;
  end Law;
  function square
    input Real u;
    output Real y = u*u;
  end square;
  replaceable function law = Law;
  parameter Boolean useLaw = false;
  Real y;
equation
  if useLaw then
    y = law(time);
  else
    y = square(time);
  end if;
end IfParameterPartial;
