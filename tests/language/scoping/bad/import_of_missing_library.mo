// expect: 3: LibraryNotFound: the library `Nowhere` is not found
model ImportOfMissingLibrary
  import Nowhere.P;
  Real x = P.c;
end ImportOfMissingLibrary;
