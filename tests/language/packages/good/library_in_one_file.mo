// arguments: -L ../libraries
model LibraryInOneFile
  OneFile.Part part;
end LibraryInOneFile;
