// arguments: -L ../libraries
// The sum of an array of Complex numbers uses '+' and '0' (section 14.5).
model M
  Complex v[2] = {Complex(time, 0), Complex(0, 1)};
  Complex s = sum(v);
end M;
