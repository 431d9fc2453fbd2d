// expect: 4: EndNameMismatch
package P
  constant Real c = 1;
end Q;
model EndName
  Real x = P.c;
end EndName;
