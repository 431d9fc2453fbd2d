partial model Base
  Real x;
end Base;
