// '==' and 'not' give other types.
operator record Flag
  Integer bits;
  encapsulated operator function '=='
    import Flag;
    input Flag x;
    input Flag y;
    output Boolean same;
  algorithm
    same := x.bits == y.bits;
  end '==';
  encapsulated operator function 'not'
    import Flag;
    input Flag x;
    output Flag y;
  algorithm
    y := Flag(-x.bits);
  end 'not';
end Flag;
model M
  parameter Flag f = Flag(3);
  parameter Flag g = not f;
  parameter Boolean same = f == g;
end M;
