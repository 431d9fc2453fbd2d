// What cannot be changed after translation decides: a constant, a parameter that is evaluated, one that is final or
// protected with such a value.
model StructuralIf
  constant Boolean a = true;
  parameter Boolean b = true annotation(Evaluate = true);
  final parameter Boolean c = true;
  final parameter Boolean d = not c;
  Real x[5];
protected
  parameter Boolean e = false;
equation
  if a then x[1] = 2*time; else x[1] = time; end if;
  if b then x[2] = 2*time; else x[2] = time; end if;
  if c then x[3] = 2*time; else x[3] = time; end if;
  if d then x[4] = 2*time; else x[4] = time; end if;
  if e then x[5] = 2*time; else x[5] = time; end if;
end StructuralIf;
