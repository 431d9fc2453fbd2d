model PartialsOfObjects "An external object is made anew for each solution of the initial system"
  class Slope
    extends ExternalObject;
    function constructor
      input Real factor;
      output Slope slope;
      external "C" slope = make_slope(factor) annotation(Include = "
        #include <stdlib.h>
        static void* make_slope(double factor) {
          double* made = malloc(sizeof(double));
          *made = factor;
          return made;
        }");
    end constructor;
    function destructor
      input Slope slope;
      external "C" drop_slope(slope) annotation(Include = "
        #include <stdlib.h>
        static void drop_slope(void* slope) {
          *(double*)slope = -1e9;
          free(slope);
        }");
    end destructor;
  end Slope;
  function along
    input Slope slope;
    input Real x;
    output Real y;
    external "C" y = along_slope(slope, x) annotation(Include = "
      static double along_slope(void* slope, double x) { return *(double*)slope*x; }");
    annotation(derivative(noDerivative = slope) = along_derivative);
  end along;
  function along_derivative
    input Slope slope;
    input Real x;
    input Real dx;
    output Real dy;
  algorithm
    dy := along(slope, dx);
  end along_derivative;
  parameter Real factor = 3;
  Slope slope = Slope(factor);
  input Real u(start = 0.3);
  Real x(start = 1, fixed = true);
  output Real y = along(slope, u*x);
equation
  der(x) = -y;
end PartialsOfObjects;
