model M
  Parts.Root root; //!
  Parts.Gain gain(k = -1); 
equation
  gain.u = 1 + time;
  connect(gain.y, root.u); //!
end M;
