// expect: 10: DuplicateName: `c` is imported twice
package P
  constant Real c = 1;
end P;
package Q
  constant Real c = 1;
end Q;
model ImportTwice
  import P.c;
  import Q.c;
  Real x = 1;
end ImportTwice;
