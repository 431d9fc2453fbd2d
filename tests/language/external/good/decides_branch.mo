// arguments: -L ../libraries
// A condition that an external function decides.
model M
  Real x;
equation
  if Foreign.fails(2) == 2 then
    x = time;
  end if;
end M;
