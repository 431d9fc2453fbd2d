// expect: 16: NotAValue: the external object `b` must be constructed by a call of `ExternalObjectCopied.Obj`; objects are not copied
model ExternalObjectCopied
  class Obj
    extends ExternalObject;
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
  Obj b = a;
end ExternalObjectCopied;
