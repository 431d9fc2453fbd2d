package Constants
  constant Real half = 1 / 2;
  constant Real quarter = half / 2;
end Constants;
model ConstantFoldingOfPackage
  Real x = Constants.quarter * time;
end ConstantFoldingOfPackage;
