model T
  Real x;
  Real y(start = x) annotationmodel T
  Rtype E = enumeration(a "first", b);
record R
  Real re;
  Real[2] im;
end R;
class T "object"
  extends ExternalObject;
  function constructor
    input String s;
    output T t;
  external "C" t = make(s) annotation(Include = "#include <a.h>", Library = {"m", "n"});
  end constructor;
end T;
function f "ealdoc"
  input Rea x(l x;
  input Integier n = 2;
  output Real y;
 nst R