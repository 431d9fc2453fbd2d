// expect: 3: TypeMismatch: attribute `stateSelect` has type Integer; expected StateSelect
model StateSelectNumber
  Real x(stateSelect = 1, start = 1, fixed = true);
equation
  der(x) = 1;
end StateSelectNumber;
