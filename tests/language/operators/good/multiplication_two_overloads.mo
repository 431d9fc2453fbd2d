// The overload is chosen by the types of the arguments.
operator record V
  Real x;
  encapsulated operator '*'
    function scale
      import V;
      input Real k;
      input V v;
      output V w;
    algorithm
      w := V(k*v.x);
    end scale;
    function dot
      import V;
      input V a;
      input V b;
      output Real s;
    algorithm
      s := a.x*b.x;
    end dot;
  end '*';
end V;
model M
  V v = V(time);
  V w = 2*v;
  Real s = v*w;
end M;
