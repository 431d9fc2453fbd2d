// expect: 6: NotSubtype: `Boolean` cannot take the place of `Real` for `x`
model Holder
  replaceable Real x;
end Holder;
model RedeclareWithOtherPredefinedType
  Holder h(redeclare Boolean x = true);
end RedeclareWithOtherPredefinedType;
