package P
  package Q
    constant Real c = 2;
  end Q;
end P;
model ImportQualified
  import P.Q;
  Real x = Q.c;
end ImportQualified;
