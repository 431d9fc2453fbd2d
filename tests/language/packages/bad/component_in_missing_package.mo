// expect: 3: UnknownType: no class named `M` is found here
model ComponentInMissingPackage
  M m;
end ComponentInMissingPackage;
