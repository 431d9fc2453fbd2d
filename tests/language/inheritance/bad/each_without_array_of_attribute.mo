// expect: 3: WrongEach: `each start` is used, but there is no array
model EachWithoutArrayOfAttribute
  Real x(each start = 3) = time;
end EachWithoutArrayOfAttribute;
