// arguments: -L ../libraries
model ImportFromLibrary
  import Tiny.Sub.Part;
  import C = Tiny.Constants;
  Part part(k = C.two);
end ImportFromLibrary;
