// expect: 10: DuplicateName: `c` is imported from `P` and from `Q`
package P
  constant Real c = 2;
end P;
package Q
  constant Real c = 3;
end Q;
model ImportAmbiguous
  import P.*;
  import Q.*;
  Real x = c;
end ImportAmbiguous;
