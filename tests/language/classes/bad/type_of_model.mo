// expect: 4: WrongClassKind: the type `T` can only extend predefined types
model M
end M;
type T = M;
model TypeOfModel
  T t;
end TypeOfModel;
