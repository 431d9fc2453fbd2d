package P
  constant Real c = 1;
  model Base
    Real x = c;
  end Base;
end P;
package Q
  constant Real c = 2;
  model Derived
    extends P.Base;
    Real y = c;
  end Derived;
end Q;
model EnclosingScopeOfBase
  extends Q.Derived;
end EnclosingScopeOfBase;
