// expect: 6: UnknownType: `P` has no class named `Q`
package P
  constant Real c = 1;
end P;
model ImportOfMissingClass
  import P.Q;
  Real x = Q.c;
end ImportOfMissingClass;
