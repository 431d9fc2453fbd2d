// expect: 14: Unbalanced: the connector `c` of class Potential is not balanced: the number of its potential variables is 2, that of its flow variables 1
// expect: 15: Unbalanced: the connector `d` of class Flow is not balanced: the number of its potential variables is 0, that of its flow variables 2
// expect: 16: Unbalanced: the connector `e` of class Sized is not balanced: the number of its potential variables is 2, that of its flow variables 3
// expect: 17: Unbalanced: the connector `s` of class Simple has no flow variables; it must be an input, an output or protected
model UnbalancedConnector
  connector Potential Real v; Real w; flow Real i; end Potential;
  connector Flow flow Real i[2]; end Flow;
  connector Sized
    parameter Integer m = 3; parameter Integer n = 3;
    Real v[m]; flow Real i[n];
  end Sized;
  connector Simple Real v; end Simple;
  Sized fine;
  Potential c;
  Flow d;
  Sized e(m = 2);
  Simple s;
equation
  fine.v = zeros(3);
  c.v = 1;
  c.w = 2;
  e.v = zeros(2);
  s.v = 1;
end UnbalancedConnector;
