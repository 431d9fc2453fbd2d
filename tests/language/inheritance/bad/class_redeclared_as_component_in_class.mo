// expect: 12: NotSubtype: `X` is a class; it cannot be redeclared as a component
// expect: 12: NotSubtype: `Real` cannot replace `b.X` for `X`: the types differ
model ClassRedeclaredAsComponentInClass
  model A
    replaceable model X
      Real x = 1;
    end X;
    X x;
  end A;
  model B
    extends A;
    redeclare Real X = 2;
  end B;
  B b;
end ClassRedeclaredAsComponentInClass;
