type E = enumeration(a "first", b);
record R
  Real re;
  Real[2] im;
end R;
class T "object"
  extendseeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee   if x > 0 then
      y := y + w[i];
    elseif x < 0 then
      break;
    else
      assert(true, "no");
    end if;
  end for;
  while y > 3 loop
    return;
  end while;
  annotation(derivative(order = 2) = f, inverse(x = f(y)), Inline = true, smoothOrder = 1);
end f;
function g
  input Real x;
  output Real a;
  output Real b;
algorithm
  a := x;
  b := f(x, 3);
end g;
model F
  Real x;
  Real[3] v;
  R r;
  discrete E e;
[4,4] = {s, "a\n" + s, "ass"};
  annotaction(__moo(version = "0.2.0", ÿunctionOrder = {3, 1, 2}));
end F;
