// expect: 4: UnknownName: nothing named `sped` is declared here
model UnknownComponent
  Real speed = time;
  Real x = sped;
end UnknownComponent;
