model A "never ends
  Real x;
end A;
