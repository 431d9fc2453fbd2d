// Elements of the page. Text goes in as text, never as HTML.

const svg_namespace = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) {
      node.addEventListener(name.slice(2), value);
    } else if (name === "href" && !String(value).startsWith("#/")) {
      throw new Error("links stay inside the page");
    } else {
      node.setAttribute(name, value === true ? "" : value);
    }
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of [children].flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    node.append(child instanceof Node ? child : String(child));
  }
}

// element("a", {href: "#/overview"}, "text", node, [more])
function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function svg_element(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(svg_namespace, tag), attributes, children);
}

function replace_children(node, ...children) {
  node.replaceChildren();
  append(node, children);
}

// 12,345
function count_text(number) {
  return number.toLocaleString("en-US");
}

// "1 equation", "2 equations"
function counted(number, noun, plural = `${noun}s`) {
  return `${count_text(number)} ${number === 1 ? noun : plural}`;
}

function number_text(value) {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-3) return value.toExponential(3).replace(/\.?0+e/, "e").replace("e+", "e");
  return String(Number(value.toPrecision(6)));
}

// A table with a heading row. `rows` are lists of cells; a cell is whatever element() takes as a child.
function table(caption, headings, rows, attributes = {}) {
  return element("div", { class: "table-box", tabindex: "0", role: "region", "aria-label": caption },
    element("table", attributes,
      element("caption", { class: "unseen" }, caption),
      element("thead", {}, element("tr", {}, headings.map((each) => heading_cell(each)))),
      element("tbody", {}, rows.map((cells) => element("tr", {},
        cells.map((cell, i) => element("td", { class: is_number_column(headings[i]) ? "number" : null }, cell)))))));
}

// The heading of a column of numbers begins with "#".
function is_number_column(heading) {
  return heading?.startsWith("#");
}

function heading_cell(heading) {
  return element("th", { scope: "col", class: is_number_column(heading) ? "number" : null }, heading.replace(/^#/, ""));
}

// A list of terms and what belongs to them; those without anything are left out.
function facts(entries) {
  return element("dl", { class: "facts" }, entries
    .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== "" && value?.length !== 0)
    .map(([term, value]) => [element("dt", {}, term), element("dd", {}, value)]));
}

function section(title, ...children) {
  const heading = element("h2", { id: `section-${++section.count}` }, title);
  return element("section", { "aria-labelledby": heading.id }, heading, children);
}
section.count = 0;

function note(...children) {
  return element("p", { class: "note" }, children);
}

// At most `limit` of them, then a button that shows the rest.
function shortened(items, limit, draw) {
  if (items.length <= limit) return items.map(draw);
  const rest = element("button", {
    type: "button", class: "more",
    onclick: () => rest.replaceWith(...[items.slice(limit).map(draw)].flat(Infinity)),
  }, `and ${count_text(items.length - limit)} more`);
  return [items.slice(0, limit).map(draw), rest];
}

function announce(text) {
  document.getElementById("announcements").textContent = text;
}
