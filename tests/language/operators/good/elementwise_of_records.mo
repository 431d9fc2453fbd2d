package P
  operator record C
    Real re;
    Real im;
    encapsulated operator '*'
      import P.C;
      function multiply
        input C a;
        input C b;
        output C c;
      algorithm
        c := C(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
      end multiply;
      function scalarProduct
        input C a[:];
        input C b[size(a, 1)];
        output C c;
      algorithm
        c := C(0, 0);
        for i in 1:size(a, 1) loop
          c := C(c.re + a[i].re*b[i].re, c.im + a[i].im*b[i].im);
        end for;
      end scalarProduct;
    end '*';
  end C;
end P;
model ElementwiseOfRecords
  P.C a[2] = {P.C(1, time), P.C(2, 3)};
  P.C b[2] = a.*a;
  P.C s = a*a;
end ElementwiseOfRecords;
