type Length
  extends Real(unit = "m");
end Length;
model TypeExtendsPredefined
  Length l = time;
end TypeExtendsPredefined;
