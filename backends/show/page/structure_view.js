// The structure: which equation contains which unknown, in the order of the blocks, and the sparsity of the derivatives.

async function structure_view([set], query) {
  const sets = await structured_sets();
  const jacobian = await chunk("jacobian");
  if (set === "jacobian") return jacobian && jacobian_page(jacobian, sets);
  const info = sets.find((each) => each.set === (set || sets[0]?.set));
  if (!info) return null;
  const structure = await chunk(`structure/${info.set}`);
  return structure_page(info, structure, query, sets, jacobian);
}

async function structured_sets() {
  const sets = model.index.sets ?? [];
  const structures = await Promise.all(sets.map((each) => chunk(`structure/${each.set}`)));
  return sets.filter((each, i) => structures[i]);
}

function structure_tabs(current, sets, jacobian) {
  const tab = (name, text) => element("a", {
    href: `#/structure/${encodeURIComponent(name)}`, class: "tab", "aria-current": name === current ? "page" : null,
  }, text);
  return element("nav", { class: "tabs", "aria-label": "Pictures" },
    sets.map((each) => tab(each.set, `${each.set}: ${each.title}`)), jacobian && tab("jacobian", "Jacobian of the states"));
}

function legend(entries) {
  return element("ul", { class: "legend", "aria-label": "Colours" }, entries.map(([colour, text]) => {
    const mark = element("span", { class: "legend-mark" });
    mark.style.background = `var(--${colour})`;
    return element("li", {}, mark, text);
  }));
}

function structure_page(info, structure, query, sets, jacobian) {
  const order = query.get("order") === "variables" ? order_by_variables(structure) : null;
  const picture = structure_picture(info, structure, order);
  const list = order ? null : block_list(info, structure, picture);
  const change = (name, value) => go(`#/structure/${encodeURIComponent(info.set)}${value === "variables" ? "?order=variables" : ""}`);
  const order_filter = query_select("Order", "order", query, [["", "of the blocks"], ["variables", "of the variables"]], change);
  const zoom_to = (next) => {
    const number = Number(next.get("block"));
    if (!order && number >= 1 && number < structure.starts.length) {
      picture.show_rows(structure.starts[number - 1], structure.starts[number]);
    }
  };
  zoom_to(query);
  return {
    title: `Structure of ${info.set}`, fills: true,
    content: [
      element("div", { class: "list-tools" }, element("h1", {}, "Structure"), order_filter.node, structure_tabs(info.set, sets, jacobian)),
      element("div", { class: "list-line" },
        element("p", { class: "summary" }, `${counted(info.equations, "equation")} in ${counted(info.blocks, "block")}. `,
          "A row is an equation, a column is the unknown that the equation of the same row determines."),
        legend([["linear", "linear loop"], ["nonlinear", "nonlinear loop"], ["mixed", "mixed loop"], ["cell", "determined here"], ["cell-far", "from earlier blocks"]])),
      element("div", { class: "with-side" }, list && element("aside", { class: "side", "aria-label": "Blocks" }, list.node), picture.node),
    ],
    position: () => ({ view: picture.view && { ...picture.view }, list: list?.position() }),
    restore: (position) => {
      if (position?.view && !query.get("block")) {
        picture.view = position.view;
        picture.draw();
      }
      list?.restore(position?.list);
    },
  };
}

// A permutation of rows: in the order of the variables that they determine.
function order_by_variables(structure) {
  return structure.targets.map((v, row) => row).sort((a, b) => structure.targets[a] - structure.targets[b]);
}

function permuted(structure, order) {
  const place = new Uint32Array(order.length);
  order.forEach((row, i) => (place[row] = i));
  const rows = [0];
  const columns = [];
  for (const row of order) {
    for (let entry = structure.rows[row]; entry < structure.rows[row + 1]; ++entry) columns.push(place[structure.columns[entry]]);
    rows.push(columns.length);
  }
  return { rows, columns };
}

const cell_colours = ["cell-far", "cell", "algorithm", "mixed", "linear", "nonlinear"];

function structure_picture(info, structure, order) {
  const blocks = blocks_of_rows(structure);
  const row_of = (i) => (order ? order[i] : i);
  const { rows, columns } = order ? permuted(structure, order) : structure;
  const equation_of = (i) => `${info.set}.${row_of(i) + 1}`;
  const block_of = (i) => blocks[row_of(i)];
  const name_of = (i) => model.names[structure.targets[row_of(i)]] ?? "";
  const colour_of_kind = { a: 1, f: 2, m: 3, l: 4, n: 5 };
  return new MatrixPicture({
    label: `Incidence matrix of ${info.set}: ${counted(info.equations, "equation")}. The list of blocks contains the same as text.`,
    rows, columns, width: info.equations, colours: cell_colours,
    colour_of: (row, column) => (block_of(row) === block_of(column) ? colour_of_kind[structure.kinds[block_of(row)]] : 0),
    blocks: order ? [] : loop_squares(structure),
    row_label: (i) => `${row_of(i) + 1} ${name_of(i)}`, column_label: name_of,
    describe: (row, column) => {
      const contains = has_entry(rows, columns, row, column);
      const kind = block_words[structure.kinds[block_of(row)]];
      return row === column
        ? `${equation_of(row)} determines ${name_of(row)}, in block ${info.set}/${block_of(row) + 1} (${kind})`
        : `${equation_of(row)} ${contains ? "contains" : "does not contain"} ${name_of(column)}`;
    },
    open: (row, column) => go(block_of(row) === block_of(column)
      ? block_address(`${info.set}/${block_of(row) + 1}`) : equation_address(equation_of(row))),
  });
}

function has_entry(rows, columns, row, column) {
  for (let entry = rows[row]; entry < rows[row + 1]; ++entry) if (columns[entry] === column) return true;
  return false;
}

function loop_squares(structure) {
  const squares = [];
  for (let block = 0; block + 1 < structure.starts.length; ++block) {
    const first = structure.starts[block];
    const end = structure.starts[block + 1];
    if (end - first > 1 || structure.forms[first] === "r") squares.push({ first, end, colour: stylish_block[structure.kinds[block]] });
  }
  return squares.sort((a, b) => b.end - b.first - (a.end - a.first));
}

// The blocks as a list: loops first, the largest of them on top, then all others in their order.
function block_list(info, structure, picture) {
  const size = (block) => structure.starts[block + 1] - structure.starts[block];
  const is_loop = (block) => size(block) > 1 || structure.forms[structure.starts[block]] === "r";
  const all = structure.kinds.split("").map((kind, block) => block);
  const loops = all.filter(is_loop).sort((a, b) => size(b) - size(a));
  const blocks = [...loops, ...all.filter((block) => !is_loop(block))];
  const list = new VirtualList({
    label: "Blocks", estimate: 28, columns: [{ title: "Block", width: "58px" }, { title: "Unknown", width: "minmax(0, 1fr)" }, { title: "Size", width: "66px" }],
    draw_row: (i) => {
      const block = blocks[i];
      const name = model.names[structure.targets[structure.starts[block]]] ?? "";
      return [
        block_link(`${info.set}/${block + 1}`, `/${block + 1}`),
        is_loop(block) ? block_words[structure.kinds[block]] : element("span", { class: "name quiet", title: name }, end_of_text(name, 14)),
        size(block) > 1 ? `${size(block)} → ${size(block) - structure.torn[block]}` : "1",
      ];
    },
    open_row: (i) => picture.show_rows(structure.starts[blocks[i]], structure.starts[blocks[i] + 1]),
  });
  list.set_count(blocks.length);
  return list;
}

// Colours of a compression: neighbours in the list differ clearly.
const compression_colours = ["cell", "nonlinear", "linear", "mixed", "warn", "accent", "bad", "good", "algorithm", "assign"];

function jacobian_page(jacobian, sets) {
  const { states, rows, columns, colours = [], colourCount = 0 } = jacobian;
  const name = (i) => model.names[states[i]];
  const picture = new MatrixPicture({
    label: `Sparsity of the derivatives of ${counted(states.length, "state")}`,
    rows, columns, width: states.length, colours: compression_colours,
    colour_of: (row, column) => (colours[column] ?? 0) % compression_colours.length,
    row_label: (row) => `der(${name(row)})`, column_label: name,
    describe: (row, column) => `der(${name(row)}) ${has_entry(rows, columns, row, column) ? "depends on" : "does not depend on"} ${name(column)}` +
      (colourCount > 0 ? `, which has colour ${colours[column] + 1}` : ""),
    open: (row, column) => go(variable_address(states[row === column ? row : column])),
  });
  return {
    title: "Jacobian of the states", fills: true,
    content: [
      element("div", { class: "list-tools" }, element("h1", {}, "Structure"), structure_tabs("jacobian", sets, jacobian)),
      element("div", { class: "list-line" }, element("p", { class: "summary" },
        `${counted(states.length, "state")}, ${counted(columns.length, "dependency", "dependencies")}. `,
        colourCount > 0 && `Columns with the same colour have no row in common: ${counted(colourCount, "evaluation")} instead of ${count_text(states.length)} give all of them.`)),
      element("div", { class: "with-side" }, picture.node),
    ],
  };
}
