// expect: 3: UnknownType: no class named `Base` is found here
model ExtendsUnknown
  extends Base;
end ExtendsUnknown;
