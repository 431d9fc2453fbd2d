// The branches differ in structure, so that the values of the parameters decide: one has a derivative more, one an
// unknown more, one is solved for another variable. What assertions depend on does not matter.
model IfParameterStructure
  parameter Boolean steady = true;
  parameter Real loss = 0;
  parameter Boolean locked = false;
  parameter Real gain = 1;
  Real x;
  Real y;
  Real u;
  Real v;
  Real w;
equation
  u = time;
  if steady then
    0 = u - x;
  else
    der(x) = u - x;
  end if;
  if loss > 0 then
    y = loss*x;
  else
    y = 0;
  end if;
  v + w = u;
  if locked then
    v = 0;
  else
    w = 0;
  end if;
initial equation
  if gain > 0 then
    assert(gain*u < 10, "too large");
  else
    assert(gain*x < 10, "too large");
  end if;
end IfParameterStructure;
