// arguments: -L ../libraries
model LibraryFolder
  Tiny.Sub.Part part(k = Tiny.Constants.two);
end LibraryFolder;
