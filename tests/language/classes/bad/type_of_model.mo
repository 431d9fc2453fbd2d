// expect: 5: WrongClassKind: the type `T` can only be made of predefined types
// expect: 7: UnknownType: no class named `T` is found from here
model M
end M;
type T = M;
model TypeOfModel
  T t;
end TypeOfModel;
