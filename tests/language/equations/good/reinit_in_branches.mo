// reinit of one variable in several branches of one when-equation, which need not all have it.
model ReinitInBranches
  Real v(start = 1, fixed = true);
equation
  der(v) = -1;
  when v < 0 then
    reinit(v, 1);
  elsewhen v < -1 then
    reinit(v, 2);
  end when;
end ReinitInBranches;
