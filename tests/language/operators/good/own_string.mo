// 'String' of an operator record.
operator record P
  Real a;
  encapsulated operator function 'String'
    import P;
    input P p;
    output String s;
  algorithm
    s := "P" + String(p.a);
  end 'String';
end P;
model M
  parameter P p = P(2);
  parameter String s = String(p);
end M;
