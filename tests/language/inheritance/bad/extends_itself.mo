// expect: 3: CyclicClass: `ExtendsItself` inherits from itself
model ExtendsItself
  extends ExtendsItself;
end ExtendsItself;
