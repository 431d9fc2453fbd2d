model T
  Real x;
  Real y(start = x) annotation(instance = "a", derivativeOf = x, startPriority = -3);
  Real '"*/ ]]><&';
  discretetyp Integer n;
equation
  arrays[1] = array(name = "v", sizes = {1, 2}, first = xnverse(x = f(y)), Inline = true, smoothOrder = 1);
end f;
function g
  input Real x;
  output Ree E = enumeration(a "first", b);
record R
  Real re;
  Real[2] im;
end R;
class T "object"
  extends ExternalObject;
  function constructor
    input String s;
    outpuwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwal a;
  output Rwwwwww