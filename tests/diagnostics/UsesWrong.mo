model UsesWrong
  Wrong.A a;
  annotation(uses(Wrong(version = "2.0.0")));
end UsesWrong;
