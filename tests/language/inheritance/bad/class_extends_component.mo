// expect: 8: NotSubtype: `x` is a component; it cannot be redeclared as a class
model ClassExtendsComponent
  model A
    replaceable Real x = 1;
  end A;
  model B
    extends A;
    redeclare model extends x
    end x;
  end B;
  B b;
end ClassExtendsComponent;
