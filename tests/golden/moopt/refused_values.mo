//! base 0.1.0
package 'Refused'
  type 'E' = enumeration('a', 'b');
  record 'R'
    Real 're';
  end 'R';
  function 'f'
    input Real 'x';
    output Real 'y';
  algorithm
    'y' := 2*'x';
    annotation(Inline = false);
  end 'f';
  model 'Refused'
    Real 'x';
    Real[2] 'v';
    'R' 'r';
    parameter 'E' 'e' = 'E'.'a';
  equation
    'x' = 'f'(time);
    'v' = {1.0, 2.0}*'x';
    'r' = 'R'('x');
  end 'Refused';
end 'Refused';
