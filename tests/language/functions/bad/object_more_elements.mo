// expect: 3: WrongClassKind: the external object `ObjectMoreElements.Obj` has an element `x`; it can only contain its two functions
model ObjectMoreElements
  class Obj
    extends ExternalObject;
    Real x;
    function constructor
      input Integer n;
      output Obj o;
      external "C" o = make_obj(n);
    end constructor;
    function destructor
      input Obj o;
      external "C" free_obj(o);
    end destructor;
  end Obj;
  Obj a = Obj(1);
end ObjectMoreElements;
