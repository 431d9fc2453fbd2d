// An operator record with one overload.
operator record Pair
  Real a;
  Real b;
  encapsulated operator '+'
    function add
      import Pair;
      input Pair x;
      input Pair y;
      output Pair z;
    algorithm
      z := Pair(x.a + y.a, x.b + y.b);
    end add;
  end '+';
end Pair;
model M
  Pair p = Pair(time, 1);
  Pair q = p + Pair(2, 3);
end M;
