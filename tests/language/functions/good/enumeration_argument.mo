// An enumeration as argument.
model M
  type Mode = enumeration(off "nothing", on "everything");
  function f
    input Mode m;
    output Real y;
  algorithm
    y := if m == Mode.on then 1 else 0;
  end f;
  Real y = f(if time > 1 then Mode.on else Mode.off);
end M;
