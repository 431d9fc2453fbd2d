package P
  constant Real c = 2;
end P;
package Q
  constant Real c = 3;
end Q;
model UnqualifiedImportYields
  import P.*;
  import Q.c;
  Real x = c;
end UnqualifiedImportYields;
