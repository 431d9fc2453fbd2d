model A
  Real x = 1 $ 2;
equation
end A;
