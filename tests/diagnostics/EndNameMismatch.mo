model Tank
  Real h;
equation
  h = 1;
end Tnak;
