//! base 0.1.0
package 'Equality'
  model 'Equality'
    parameter Real 'p' = 1;
    Real 'x';
    Real 'y';
  equation
    'x' = if noEvent(time == 1) then 1 else 2;
    'y' = if 'p' == 1 then 1 else 2;
  end 'Equality';
end 'Equality';
