model A
  Rael x;
  Nowhere.Units.SI.Length y;
end A;
