// arguments: -L ../libraries
// expect: 4: NotEvaluable: the external function `foreign_level` fails: it gives 4, but `Foreign.Level` has 3 literals
model M
  Real x[Integer(Foreign.levelOf(4))];
end M;
