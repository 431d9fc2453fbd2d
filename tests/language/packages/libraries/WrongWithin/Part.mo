within Other;
model Part
  Real x = time;
end Part;
