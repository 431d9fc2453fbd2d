// Using a partial class
// Redeclare the replaceable component with a complete class.
partial model Controller
  Real u;
end Controller;
model M
  replaceable Controller c;
end M;
