model PreCodeInfo
  discrete Real v_new;
  Real v;
equation
  Eq[1,1] = {der(v), -9.81, "ass"};
  riEq[1,1] = {v_new, -pre(v), "inst"};
  riEq[2,2] = {v, v_new, "inst"};
  z = {{0.0-v, {1, 2}}};
end PreCodeInfo;
