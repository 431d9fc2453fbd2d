// Outputs and locals may have values at declaration (section 12.2).
model M
  function f
    input Real u;
    output Real y = u + c;
  protected
    constant Real c = 4;
  algorithm
    y := y*2;
  end f;
  Real x = f(time);
end M;
