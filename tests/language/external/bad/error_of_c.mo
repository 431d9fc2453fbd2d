// arguments: -L ../libraries
// expect: 4: NotEvaluable: the size `Foreign.fails(4)` must be known during translation, but the external function `foreign_fails` fails: 4 is more than three
model M
  Real x[Foreign.fails(4)];
end M;
