// external "C" with everything needed to build it (section 12.9.4).
model M
  function f
    input Real u;
    output Real y;
  external "C" y = my_f(u)
    annotation(Include = "#include \"my.h\"", Library = {"my", "m"});
  end f;
  Real x = f(time);
end M;
