// arguments: --no-external -L ../libraries
// expect: 4: NotEvaluable: the external function `foreign_fails` cannot be called: `--no-external` forbids C code
model M
  Real x[Foreign.fails(2)];
end M;
