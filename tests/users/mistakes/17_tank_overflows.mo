model M
  Parts.Tank tank(h_max = 1.5, h(start = 1, fixed = true)); //!
equation
  tank.q = 1; //!
end M;
