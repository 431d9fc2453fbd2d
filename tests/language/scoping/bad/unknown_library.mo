// expect: 3: LibraryNotFound: the library `Modelicaa` is not found
model UnknownLibrary
  Modelicaa.Blocks.Sources.Step step;
end UnknownLibrary;
