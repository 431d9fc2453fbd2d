package Wrong
  annotation(version = "1.0.0");
end Wrong;
