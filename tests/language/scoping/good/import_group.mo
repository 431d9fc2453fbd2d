package P
  constant Real c = 2;
  constant Real d = 3;
end P;
model ImportGroup
  import P.{c, d};
  Real x = c + d;
end ImportGroup;
