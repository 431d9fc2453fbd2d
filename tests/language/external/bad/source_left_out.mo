// arguments: -L ../libraries
// expect: 4: NotEvaluable: the external function `foreign_other_system` cannot be called: there is no function `foreign_other_system` in its libraries
model M
  Real x[Foreign.needsOtherSystem(2)];
end M;
