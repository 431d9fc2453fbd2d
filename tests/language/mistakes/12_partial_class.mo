// A partial class is used as it is
// Redeclare the replaceable component with a complete class.
partial model Controller
  Real u;
end Controller;
model M
  replaceable Controller c;
end M;
