// expect: 5: UnknownName: nothing named `c` is declared here
package P
  constant Real c = 1;
  model M
    Real x = .c;
  end M;
end P;
model GlobalNameMissing
  P.M m;
end GlobalNameMissing;
