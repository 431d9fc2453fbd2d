within;
package Foreign "External functions of all kinds; their results decide about sizes in the models that use them"
  type Level = enumeration(low, middle, high);

  record Point
    Real x;
    Integer n;
  end Point;

  record Segment
    Integer first;
    Point a;
    Point b;
    String name;
  end Segment;

  pure function scalars "One input of each type, with the result as the value of the C function"
    input Real r;
    input Integer i;
    input Boolean b;
    input String s;
    input Level e;
    output Integer n;
  external "C" n = foreign_scalars(r, i, b, s, e)
    annotation(Include = "#include \"foreign.h\"", Library = "Foreign");
  end scalars;

  pure function outputs "One output of each type"
    input Integer i;
    output Real r;
    output Integer n;
    output Boolean b;
    output String s;
    output Level e;
  external "C" foreign_outputs(r, n, i, b, s, e)
    annotation(Include = "#include \"foreign.h\"", Library = "Foreign");
  end outputs;

  pure function levelOf
    input Integer n;
    output Level e;
  external "C" e = foreign_level(n)
    annotation(Include = "#include \"foreign.h\"", Library = "Foreign");
  end levelOf;

  pure function reverse "An array in and an array out"
    input Integer v[:];
    output Integer w[size(v, 1)];
  external "C" foreign_reverse(v, size(v, 1), w)
    annotation(Include = "#include \"foreign.h\"", Library = "Foreign");
  end reverse;

  pure function foreign_trace "The default call: array, sizes, value"
    input Real a[:, :];
    output Real y;
  external annotation(Include = "#include \"foreign.h\"", Library = "Foreign");
  end foreign_trace;

  pure function accumulate "The output has a value before the call"
    input Integer v[:];
    output Integer w[size(v, 1)] = v;
  external "C" foreign_accumulate(w, size(w, 1))
    annotation(Include = "#include \"foreign.h\"", Library = "Foreign");
  end accumulate;

  pure function median "A local variable gives memory to work in"
    input Real v[:];
    output Real y;
  protected
    Real work[size(v, 1)];
  external "C" y = foreign_median(v, work, size(v, 1))
    annotation(Include = "#include \"foreign.h\"", Library = "Foreign");
  end median;

  pure function stretch "A record in, with records inside, and a record out"
    input Segment s;
    output Segment t;
  external "C" foreign_stretch(s, t)
    annotation(Include = "#include \"foreign.h\"", Library = "Foreign");
  end stretch;

  pure function middle "A record as the value of the C function"
    input Point p[:];
    output Point m;
  external "C" m = foreign_middle(p, size(p, 1))
    annotation(Include = "#include \"foreign.h\"", Library = "Foreign");
  end middle;

  pure function part "A part of a record that is an output"
    input Real x;
    output Point p;
  external "C" foreign_part(x, p.x, p.n)
    annotation(Include = "#include \"foreign.h\"", Library = "Foreign");
  end part;

  pure function repeat "A string that the C function allocates"
    input String s;
    input Integer n;
    output String t;
  external "C" t = foreign_repeat(s, n)
    annotation(Include = "#include \"foreign.h\"", Library = "Foreign");
  end repeat;

  pure function words "An array of strings in and one out"
    input String s[:];
    output String t[size(s, 1)];
  external "C" foreign_words(s, t, size(s, 1))
    annotation(Include = "#include \"foreign.h\"", Library = "Foreign");
  end words;

  impure function countLines "A file that C code reads"
    input String file;
    output Integer n;
  external "C" n = foreign_count_lines(file)
    annotation(Include = "#include \"foreign.h\"", Library = "Foreign");
  end countLines;

  class Counter
    extends ExternalObject;
    function constructor
      input Integer start;
      output Counter counter;
    external "C" counter = foreign_open_counter(start)
      annotation(Include = "#include \"foreign.h\"", Library = "Foreign");
    end constructor;
    function destructor
      input Counter counter;
    external "C" foreign_close_counter(counter)
      annotation(Include = "#include \"foreign.h\"", Library = "Foreign");
    end destructor;
  end Counter;

  impure function next "Counts on, and says so"
    input Counter counter;
    output Integer n;
  external "C" n = foreign_next(counter)
    annotation(Include = "#include \"foreign.h\"", Library = "Foreign");
  end next;

  impure function openCounters "How many counters there are now"
    output Integer n;
  external "C" n = foreign_open_counters()
    annotation(Include = "#include \"foreign.h\"", Library = "Foreign");
  end openCounters;

  impure function countTwice "With a counter of its own"
    input Integer start;
    output Integer n;
  protected
    Counter counter = Counter(start);
  algorithm
    n := next(counter);
    n := next(counter);
  end countTwice;

  pure function transposed "Written as a FORTRAN 77 compiler would: by address, in lower case, column by column"
    input Integer a[:, :];
    input String mode;
    output Integer first[size(a, 1)];
    output Integer info;
  external "FORTRAN 77" FirstColumn(mode, size(a, 1), size(a, 2), a, first, info)
    annotation(Library = "Foreign");
  end transposed;

  pure function fails
    input Integer n;
    output Integer y;
  external "C" y = foreign_fails(n)
    annotation(Include = "#include \"foreign.h\"", Library = "Foreign");
  end fails;

  pure function talks
    input Integer n;
    output Integer y;
  external "C" y = foreign_talks(n)
    annotation(Include = "#include \"foreign.h\"", Library = "Foreign");
  end talks;

  pure function needsOtherSystem "Is in a file that only another system can compile"
    input Integer n;
    output Integer y;
  external "C" y = foreign_other_system(n)
    annotation(Library = "Foreign");
  end needsOtherSystem;

  pure function quarter "Is in the include folder, without a library"
    input Integer n;
    output Integer y;
  external "C" y = foreign_quarter(n)
    annotation(Include = "#include \"quarter.c\"");
  end quarter;
end Foreign;
