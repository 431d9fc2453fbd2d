package Base
  constant Real c = 1;
end Base;
package Special
  extends Base(c = 2);
end Special;
model User
  replaceable package P = Base;
  Real x = P.c;
end User;
model RedeclarePackage
  User user(redeclare package P = Special);
end RedeclarePackage;
