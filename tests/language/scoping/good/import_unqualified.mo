package P
  constant Real c = 2;
  constant Real d = 3;
end P;
model ImportUnqualified
  import P.*;
  Real x = c + d;
end ImportUnqualified;
