// arguments: -L ../libraries
// FORTRAN 77: everything by address, matrices column by column, strings with their lengths (section 12.9.1).
model M
  function check
    output Integer n;
  protected
    Integer first[2];
    Integer info;
  algorithm
    (first, info) := Foreign.transposed([1, 2, 3; 4, 5, 6], "four");
    n := if info == 3 then 10 * first[1] + first[2] else 0;
  end check;
  Real x[check()] "14";
equation
  x = fill(time, 14);
end M;
