// .+ .- .* ./ .^ work element by element, with scalars too (section 10.6).
model M
  Real a[2] = {time, 2};
  Real b[2] = {3, time};
  Real c[2] = a.*b;
  Real d[2] = a./b;
  Real e[2] = a.^2;
  Real f[2] = 1 .+ a;
  Real g[2] = a .- 1;
end M;
