package P0
  constant Real a = 1;
end P0;
package P = P0(a = 2);
model ImportFromShortPackage
  import P.a;
  Real x = a;
end ImportFromShortPackage;
