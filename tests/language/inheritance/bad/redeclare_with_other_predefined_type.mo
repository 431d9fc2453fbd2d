// expect: 6: NotSubtype: `Boolean` cannot replace `Real` for `x`
model Holder
  replaceable Real x;
end Holder;
model RedeclareWithOtherPredefinedType
  Holder h(redeclare Boolean x = true);
end RedeclareWithOtherPredefinedType;
