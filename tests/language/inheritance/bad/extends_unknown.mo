// expect: 3: UnknownType: no class named `Base` is found from here
model ExtendsUnknown
  extends Base;
end ExtendsUnknown;
