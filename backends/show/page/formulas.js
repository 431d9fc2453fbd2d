// Formulas: MathML from the data becomes part of the page only through the list of what is allowed.

const math_namespace = "http://www.w3.org/1998/Math/MathML";
const math_elements = new Set([
  "mrow", "mi", "mn", "mo", "ms", "mtext", "msub", "msup", "msubsup", "mfrac", "msqrt", "mover", "munder", "munderover", "mtable",
  "mtr", "mtd", "mspace",
]);
const math_attributes = new Set(["accent", "mathvariant", "stretchy", "fence", "separator", "form", "width", "columnalign"]);
const longest_dotted_name = 2;
// Attributes that make an element a link, and where it leads. They count from 1.
const math_links = {
  v: (number) => `#/variable/${number - 1}`,
  z: (number) => `#/events/z${number}`,
  s: (number) => `#/shared/${number}`,
};

// A copy of what is allowed, or null if there is anything else.
function checked_math(fragment) {
  const parsed = new DOMParser().parseFromString(`<math xmlns="${math_namespace}">${fragment}</math>`, "application/xml");
  const root = parsed.documentElement;
  if (root.namespaceURI !== math_namespace || root.localName !== "math" || root.attributes.length > 1) return null;
  const math = document.createElementNS(math_namespace, "math");
  const open = [[root, math]];
  while (open.length > 0) {
    const [from, to] = open.pop();
    for (const child of from.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) {
        to.append(child.data);
        continue;
      }
      const copy = checked_element(child);
      if (!copy) return null;
      to.append(copy);
      open.push([child, copy]);
    }
  }
  for (const dotted of math.querySelectorAll("mover")) spell_derivative(dotted);
  return math;
}

// A dot above a long name is lost: it becomes der(…).
function spell_derivative(dotted) {
  const [name, dot] = dotted.children;
  if (dot?.textContent !== "˙" || name.textContent.length <= longest_dotted_name) return;
  const part = (tag, text) => {
    const node = document.createElementNS(math_namespace, tag);
    node.textContent = text;
    return node;
  };
  const row = part("mrow", "");
  row.append(part("mi", "der"), part("mo", "("), name, part("mo", ")"));
  dotted.replaceWith(row);
}

function checked_element(node) {
  if (node.nodeType !== Node.ELEMENT_NODE || node.namespaceURI !== math_namespace) return null;
  if (node.prefix || !math_elements.has(node.localName)) return null;
  const copy = document.createElementNS(math_namespace, node.localName);
  for (const attribute of node.attributes) {
    if (math_attributes.has(attribute.name)) {
      copy.setAttribute(attribute.name, attribute.value);
    } else if (Object.hasOwn(math_links, attribute.name) && /^[1-9][0-9]*$/.test(attribute.value)) {
      copy.dataset.link = math_links[attribute.name](Number(attribute.value));
      if (attribute.name === "v") show_name(copy, attribute.value - 1);
    } else {
      return null;
    }
  }
  return copy;
}

// The data leaves out the names, which the page has anyway.
function show_name(copy, v) {
  copy.dataset.kind = model.kinds[v] ?? "";
  copy.append(model.names[v] ?? `variable ${v}`);
}

// A formula as an element: typeset if possible, otherwise as text. With `links`, the keyboard reaches what it links to. Names of
// variables inside the component `inside` are shown without its path.
function formula(expr, { links = false, as_text = false, inside = null } = {}) {
  const math = expr.math && !as_text ? checked_math(expr.math) : null;
  if (!math) return element("code", { class: "formula-text" }, expr.text, expr.cut && cut_mark());
  math.setAttribute("aria-label", expr.text);
  if (inside) for (const name of math.querySelectorAll("[data-kind]")) shorten_name(name, `${inside}.`);
  if (links) {
    for (const linked of math.querySelectorAll("[data-link]")) {
      linked.setAttribute("tabindex", "0");
      linked.setAttribute("role", "link");
      linked.setAttribute("aria-label", linked.textContent);
    }
  }
  return element("span", { class: "formula" }, math);
}

// "tank.h" is "h" inside the tank, "der(tank.h)" is "der(h)".
function shorten_name(node, path) {
  const name = node.textContent;
  const start = name.startsWith("der(") ? 4 : 0;
  if (name.startsWith(path, start)) node.textContent = name.slice(0, start) + name.slice(start + path.length);
}

function cut_mark() {
  return element("span", { class: "quiet" }, " … (cut)");
}

// A large formula that scrolls by itself; a long one also as text, which has lines.
function displayed_formula(expr) {
  const is_long = expr.math && expr.text.length > 90;
  return element("div", { class: "displayed", tabindex: is_long ? "0" : null }, formula(expr, { links: true }),
    is_long && element("details", {}, element("summary", {}, "as text"), element("code", { class: "formula-text" }, expr.text, expr.cut && cut_mark())));
}

function joined(left, sign, right) {
  const math = left.math && right.math
    ? `<mrow>${left.math}</mrow><mo>${sign}</mo><mrow>${right.math}</mrow>` : null;
  return { text: `${left.text} ${sign} ${right.text}`, math, cut: left.cut || right.cut };
}

const zero = { text: "0", math: "<mn>0</mn>" };

// The equation of a row: target = value, or 0 = value.
function equality(row) {
  if (!row.value) return row.written ?? { text: "" };
  return joined(row.form === "res" ? zero : row.target, "=", row.value);
}

// What runs: target := value; a residual is brought to zero.
function assignment(row) {
  if (!row.value) return null;
  return row.form === "res" ? joined(zero, "=", row.value) : joined(row.target, ":=", row.value);
}

// Clicks and keys on parts of formulas. One listener for all of them, because lists have thousands.
function follow_formula_link(event) {
  const linked = event.target.closest?.("math [data-link]");
  if (!linked || (event.type === "keydown" && event.key !== "Enter")) return;
  event.preventDefault();
  event.stopPropagation();
  location.hash = linked.dataset.link;
}
