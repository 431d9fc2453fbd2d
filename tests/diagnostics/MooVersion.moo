model Ball
  annotation(__moo(version = "7.0.0"));
end Ball;
