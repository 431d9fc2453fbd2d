within;
operator record Complex "a + b*j"
  Real re "real part";
  Real im "imaginary part";

  encapsulated operator 'constructor'
    import Complex;
    function fromReal "from one or two reals"
      input Real re;
      input Real im = 0;
      output Complex result(re = re, im = im);
    algorithm
    end fromReal;
  end 'constructor';

  encapsulated operator function '0'
    import Complex;
    output Complex zero;
  algorithm
    zero := Complex(0);
  end '0';

  encapsulated operator '-'
    import Complex;
    function negate
      input Complex a;
      output Complex b;
    algorithm
      b := Complex(-a.re, -a.im);
    end negate;
    function subtract
      input Complex a;
      input Complex b;
      output Complex c;
    algorithm
      c := Complex(a.re - b.re, a.im - b.im);
    end subtract;
  end '-';

  encapsulated operator function '+'
    import Complex;
    input Complex a;
    input Complex b;
    output Complex c;
  algorithm
    c := Complex(a.re + b.re, a.im + b.im);
  end '+';

  encapsulated operator '*'
    import Complex;
    function multiply
      input Complex a;
      input Complex b;
      output Complex c;
    algorithm
      c := Complex(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
    end multiply;
  end '*';

  encapsulated operator function '/'
    import Complex;
    input Complex a;
    input Complex b;
    output Complex c;
  protected
    Real d = b.re^2 + b.im^2;
  algorithm
    c := Complex((a.re*b.re + a.im*b.im)/d, (a.im*b.re - a.re*b.im)/d);
  end '/';

  encapsulated operator function '=='
    import Complex;
    input Complex a;
    input Complex b;
    output Boolean same;
  algorithm
    same := a.re == b.re and a.im == b.im;
  end '==';
end Complex;
