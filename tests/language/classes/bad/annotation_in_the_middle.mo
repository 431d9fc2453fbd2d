// expect: 4: UnexpectedToken: this annotation belongs to no declaration or equation
model AnnotationInTheMiddle
  Real x;
    annotation(Placement(visible = true));
equation
  x = time;
  annotation(Icon());
end AnnotationInTheMiddle;
