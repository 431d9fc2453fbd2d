// expect: 7: WrongWhen: the function `M.f` cannot have a when-statement
model M
  function f
    input Real u;
    output Real y;
  algorithm
    when u > 1 then
      y := u;
    end when;
  end f;
  Real y = f(time);
end M;
