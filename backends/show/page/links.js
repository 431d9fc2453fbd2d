// Links to what the page shows. An address in the page consists of numbers and of names that are encoded.

const kind_words = {
  s: "state", x: "algebraic", d: "discrete", p: "parameter", c: "constant", i: "input", a: "alias", r: "recovered",
};
const form_words = { ass: "assignment", res: "residual", inst: "at events only" };
const block_words = { a: "assignment", l: "linear", n: "nonlinear", m: "mixed", f: "algorithm" };
const serves_words = { d: "derivatives", c: "zero crossings", o: "outputs only", x: "" };
const stylish_block = { a: "assign", l: "linear", n: "nonlinear", m: "mixed", f: "algorithm" };

function variable_address(v) {
  return `#/variable/${v}`;
}

function variable_link(v, { negated = false, op = null } = {}) {
  const name = model.names[v] ?? `variable ${v}`;
  const kind = kind_words[model.kinds[v]] ?? "";
  const shown = op ? `${op}(${name})` : name;
  return element("a", { href: variable_address(v), class: `name kind-${model.kinds[v] ?? "x"}`, title: kind, dir: "ltr" },
    negated ? "−" : null, shown);
}

function equation_address(equation) {
  return `#/equation/${encodeURIComponent(equation)}`;
}

function equation_link(equation) {
  return element("a", { href: equation_address(equation), class: "code" }, equation);
}

function block_address(block) {
  const { set, number } = block_parts(block);
  return `#/block/${encodeURIComponent(set)}/${number}`;
}

function block_link(block, text = block) {
  return element("a", { href: block_address(block), class: "code" }, text);
}

function component_link(component) {
  const path = model.paths[component ?? 0];
  return element("a", { href: `#/equations?set=*&component=${component ?? 0}`, class: "name" }, path || "the model itself");
}

function file_name(place) {
  return model.index.files?.[place[0]] ?? "unknown file";
}

function base_name(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

function place_text(place) {
  return `${base_name(file_name(place))}:${place[1]}`;
}

function place_link(place) {
  if (!place) return null;
  const column = place[2] ? `, column ${place[2]}` : "";
  return element("a", {
    href: `#/source/${place[0]}/${place[1]}`, class: "code place", title: `${file_name(place)}, line ${place[1]}${column}`,
  }, place_text(place));
}

// The line of a place as a picture of the source, with a mark at the column; only the link if the page does not have the line.
function source_extract(place) {
  const box = element("div", { class: "extract" }, place_link(place));
  source_line(place).then((line) => {
    if (line === undefined) return;
    const indent = line.length - line.trimStart().length;
    const column = Math.max(0, (place[2] || 1) - 1);
    box.append(element("pre", { class: "source" },
      element("span", { class: "line-number" }, place[1]),
      column > indent ? [line.slice(indent, column), element("mark", {}, line.slice(column) || " ")] : line.trimStart()));
  });
  return box;
}

function message_item(message) {
  return element("li", { class: `message ${message.severity}` },
    element("strong", {}, message.severity), " ", message.text, message.kind && element("span", { class: "quiet" }, ` [${message.kind}]`),
    message.place && source_extract(message.place),
    message.notes && element("ul", {}, message.notes.map((each) =>
      element("li", {}, each.text, each.place && source_extract(each.place)))));
}

function kind_chip(kind) {
  return element("span", { class: `chip kind-${Object.keys(kind_words).find((each) => kind_words[each] === kind) ?? "x"}` }, kind);
}
