// 'constructor' overloads the constructor of the record.
operator record P
  Real a;
  Real b;
  encapsulated operator 'constructor'
    function from_real
      import P;
      input Real r;
      output P p(a = r, b = 0);
    algorithm
    end from_real;
  end 'constructor';
end P;
model M
  P p = P(time);
  P q = P(time, 2);
end M;
