package P
  constant Real c = 2;
end P;
package Q
  encapsulated model M
    import P;
    Real x = P.c;
  end M;
end Q;
model ImportInEncapsulated
  Q.M m;
end ImportInEncapsulated;
