package P
  package Q
    constant Real c = 2;
  end Q;
end P;
model ImportRenamed
  import R = P.Q;
  Real x = R.c;
end ImportRenamed;
