mss eter Veal k = 2 T "object"
  extends ExternalObject;
  function output Real a;;
  output Reqall M i