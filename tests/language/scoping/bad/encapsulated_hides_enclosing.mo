// expect: 5: UnknownName: nothing named `c` is declared here
package P
  constant Real c = 1;
  encapsulated model M
    Real x = c;
  end M;
end P;
model EncapsulatedHidesEnclosing
  P.M m;
end EncapsulatedHidesEnclosing;
