model Algorithms "Each variable of an algorithm section gets an equation; a loop that cannot be unrolled, a function"
  type Mode = enumeration(off, on);
  function f
    input Real u[:];
    output Real v[size(u, 1)];
    output Real total;
  algorithm
    v := 2*u;
    total := sum(u);
  end f;
  Real x;
  Real y[2];
  Real total;
  Real s;
  Integer k;
  Integer n;
  Mode mode(start = Mode.off);
algorithm
  (y, total) := f({time, 1});
  s := total;
  for i in 1:2 loop
    s := s + i*y[i];
  end for;
algorithm
  k := 0;
  x := 1;
  while x < s loop
    x := 2*x;
    k := k + 1;
    if k > 5 then
      break;
    end if;
  end while;
  assert(k < 5, "k is " + String(k), AssertionLevel.warning);
algorithm
  when sample(0, 0.5) then
    n := pre(n) + 1;
    mode := if n > 3 then Mode.on else Mode.off;
  end when;
  when terminal() then
    n := 0;
  end when;
end Algorithms;
