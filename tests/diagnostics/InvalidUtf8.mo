model A "café"
  Real x;
end A;
