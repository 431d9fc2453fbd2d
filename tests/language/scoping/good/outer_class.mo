model OuterClass
  model Sub
    outer model X = Y;
    model Y
      Real v = 1;
    end Y;
    X x;
  end Sub;
  inner model X
    Real v = 2;
    Real w = 3;
  end X;
  Sub s;
end OuterClass;
