// expect: 6: WrongEach: `each p` is used, but there is no array
model A
  parameter Real p = 1;
end A;
model EachWithoutArray
  A a(each p = 3);
end EachWithoutArray;
