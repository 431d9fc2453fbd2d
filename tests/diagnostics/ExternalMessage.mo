model ExternalMessage
  function count
    input Integer n;
    output Integer y;
  external "C" y = count(n)
    annotation(Include = "#include \"ModelicaUtilities.h\"
static int count(int n) {
    ModelicaFormatMessage(\"counting to %d\\n\", n);
    ModelicaWarning(\"that is little\");
    return n;
}");
  end count;
  Real x[count(2)] = {time, time};
end ExternalMessage;
