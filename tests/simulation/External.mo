model External
  "Functions in C, and an external object"
  class Counter
    extends ExternalObject;
    function constructor
      input Real start;
      input String name;
      output Counter counter;
    external "C" counter = make_counter(start, name) annotation(Include = "
      #include <stdlib.h>
      #include <string.h>
      #include <stdio.h>
      #include \"ModelicaUtilities.h\"
      typedef struct { double start; int length; } counter_type;
      static void* make_counter(double start, const char* name) {
          counter_type* c = (counter_type*)malloc(sizeof(counter_type));
          c->start = start; c->length = (int)strlen(name); return c;
      }");
    end constructor;
    function destructor
      input Counter counter;
    external "C" free_counter(counter) annotation(Include = "
      #include <stdlib.h>
      #include \"ModelicaUtilities.h\"
      static void free_counter(void* c) { ModelicaMessage(\"the counter is freed\"); free(c); }");
    end destructor;
  end Counter;

  function value
    input Counter counter;
    input Real x;
    output Real y;
  external "C" y = counter_value(counter, x) annotation(Include = "
      typedef struct { double start; int length; } value_type;
      static double counter_value(void* c, double x) { return ((value_type*)c)->start + ((value_type*)c)->length*x; }");
  end value;

  function statistics "arrays in and out, scalars by address"
    input Real v[:];
    output Real mean;
    output Real scaled[size(v, 1)];
    output Integer positive;
  external "C" statistics(v, size(v, 1), mean, scaled, positive) annotation(Include = "
      static void statistics(const double* v, size_t n, double* mean, double* scaled, int* positive) {
          size_t i; *mean = 0; *positive = 0;
          for (i = 0; i < n; ++i) { *mean += v[i]/n; scaled[i] = 2*v[i]; *positive += v[i] > 0; }
      }");
  end statistics;

  function checked
    input Real x;
    output Real y;
  external "C" y = checked_root(x) annotation(Include = "
      #include <math.h>
      #include \"ModelicaUtilities.h\"
      static double checked_root(double x) {
          if (x < 0) ModelicaFormatError(\"no root of %g\", x);
          return sqrt(x);
      }");
  end checked;

  function greeting
    input String name;
    input Integer n;
    output String text;
  external "C" text = make_greeting(name, n) annotation(Include = "
      #include <stdio.h>
      #include <string.h>
      #include \"ModelicaUtilities.h\"
      static const char* make_greeting(const char* name, int n) {
          char* text = ModelicaAllocateString(strlen(name) + 20);
          sprintf(text, \"%s-%d\", name, n);
          return text;
      }");
  end greeting;

  parameter Real sign = 1;
  parameter String text = greeting("a", 42);
  parameter Boolean good = text == "a-42";
  parameter Counter counter = Counter(5, "abc");
  parameter Counter twin = Counter(5, "abc") "another object, which is freed once, too";
  Real y = value(counter, time) "5 + 3t";
  Real z = value(twin, time);
  Real mean "2t - 1/3";
  Real scaled[3] "2t, 4t - 4, 6t + 2";
  Integer positive;
  Real root = checked(sign*time);
equation
  (mean, scaled, positive) = statistics({time, 2*time - 2, 3*time + 1});
  annotation(experiment(StopTime = 1));
end External;
