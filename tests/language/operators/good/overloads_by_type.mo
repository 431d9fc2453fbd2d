package P
  operator record V
    Real a;
    encapsulated operator 'constructor'
      import P.V;
      function fromReal
        input Real x;
        output V v(a = x);
      algorithm
      end fromReal;
    end 'constructor';
    encapsulated operator '*'
      import P.V;
      function vv
        input V x;
        input V y;
        output Real r = x.a*y.a;
      algorithm
      end vv;
      function vr
        input V x;
        input Real y;
        output V r(a = x.a*y);
      algorithm
      end vr;
    end '*';
  end V;
end P;
model OverloadsByType
  P.V v = P.V(2);
  P.V w = v*3;
  Real z = v*w;
end OverloadsByType;
