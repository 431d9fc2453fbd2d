// A dot within quotes separates nothing.
model 'quoted.name'
  Real x = time;
end 'quoted.name';
