// expect: 3: UnexpectedToken: `BeginsAgain` begins again inside itself
model BeginsAgain
model BeginsAgain
  Real x = time;
end BeginsAgain;
