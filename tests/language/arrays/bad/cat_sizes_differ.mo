// expect: 3: TypeMismatch: `{{3}}` of type Integer[1, 1] cannot be concatenated with `{{1}, {2}}` of type Integer[2, 1]
model M
  parameter Real m[:, :] = cat(2, {{1}, {2}}, {{3}});
end M;
