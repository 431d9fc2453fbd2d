// Section 7.3.2: modifiers of a declaration, and those in the constraining clause of an earlier redeclaration, apply to
// what replaces it; those of the redeclaration come first.
model Resistance
  parameter Real m = 1;
  parameter Real d = 2;
  parameter Real k = 3;
end Resistance;
model Valve
  extends Resistance;
  parameter Real l = 4;
end Valve;
model LinearValve
  extends Valve;
  parameter Real y = 5;
end LinearValve;
model Way
  replaceable Resistance res constrainedby Resistance(d = 20);
end Way;
model ThreeWay
  extends Way(redeclare replaceable Valve res constrainedby Valve(final m = 10, l = 40));
end ThreeWay;
model Modified
  extends Way(res(k = 30));
end Modified;
model ModifiersKeptByRedeclaration
  extends ThreeWay(redeclare LinearValve res(l = 41));
  Modified modified(redeclare Valve res);
end ModifiersKeptByRedeclaration;
