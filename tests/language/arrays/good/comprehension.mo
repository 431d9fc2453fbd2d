// {e for i in range} is an array constructor; the last iterator is the first dimension (section 10.4.1).
model M
  parameter Integer a[3] = {i*i for i in 1:3};
  parameter Integer b[2, 3] = {10*j + i for i in 1:3, j in 1:2};
end M;
