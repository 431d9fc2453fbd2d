// expect: 5: WrongClassKind: the type `T` can only extend predefined types
// expect: 7: UnknownType: no class named `T` is found here
model M
end M;
type T = M;
model TypeOfModel
  T t;
end TypeOfModel;
