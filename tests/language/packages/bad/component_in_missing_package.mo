// expect: 3: UnknownType: no class named `M` is found from here
model ComponentInMissingPackage
  M m;
end ComponentInMissingPackage;
