// A when-equation in an if whose condition is a parameter expression.
model WhenInParameterIf
  parameter Boolean on = true;
  Integer n(start = 0, fixed = true);
equation
  if on then
    when time > 1 then
      n = 1;
    end when;
  else
    n = 0;
  end if;
end WhenInParameterIf;
