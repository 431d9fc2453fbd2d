//! base 0.1.0
package 'Refused'
  function 'f'
    input Real 'x';
    output Real 'y';
  algorithm
    'y' := 2*'x';
  end 'f';
  model 'Refused'
    Real 'x';
    Real[2] 'v';
  equation
    for 'i' in 1:2 loop
      'v'['i'] = 'i'*'x';
    end for;
    assert('x' > 0, "x is negative", AssertionLevel.warning);
    'f'('x');
  algorithm
    'x' := 1;
  partition
    Clock 'c' = Clock(0.1);
    subpartition (clock = 'c')
    equation
      'x' = sample('x');
  end 'Refused';
end 'Refused';
