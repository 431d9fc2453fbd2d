// One block: its equations and unknowns, its Jacobian, and the blocks before and after it.

const most_typeset_rows = 12;

async function block_view([set, number]) {
  const n = Number(number);
  const info = find_set(set);
  const structure = await chunk(`structure/${set}`);
  if (!info || !structure || !(n >= 1 && n < structure.starts.length)) return null;
  const name = `${set}/${n}`;
  const first = structure.starts[n - 1];
  const end = structure.starts[n];
  const loop = (await chunk(`loops/${set}`))?.[number];
  const equations = Array.from({ length: end - first }, (_, i) => `${set}.${first + i + 1}`);
  const torn = structure.torn[n - 1];
  const kind = structure.kinds[n - 1];
  return {
    title: `Block ${name}`,
    content: [
      neighbours("blocks", `${set}/`, n, info.blocks, (i) => block_address(`${set}/${i}`)),
      element("h1", {}, `Block ${name} `, element("span", { class: "chip" }, block_words[kind])),
      facts([
        ["equations", count_text(end - first)],
        ["after tearing", loop && end - first > 1 && counted(end - first - torn, "unknown is iterated", "unknowns are iterated")],
        ["needed for", serves_words[structure.serves[n - 1]]],
        ["Jacobian", loop?.jacobian],
        ["why it is a loop", loop?.why],
        ["connections in it", loop?.connections?.length > 0 && shortened(loop.connections, 12, (each) => source_extract(each))],
        ["time", time_of_block(name)],
        ["see also", [element("a", { href: `#/structure/${encodeURIComponent(set)}?block=${n}` }, "in the structure"), ", ",
          element("a", { href: `#/dependencies/${encodeURIComponent(set)}?block=${n}` }, "what it depends on"), ", ",
          element("a", { href: `#/equations?block=${encodeURIComponent(name)}` }, "in the list")]],
      ]),
      loop?.iteration?.length > 0 && section("Iteration variables", element("ul", { class: "names" },
        shortened(loop.iteration, 100, (v) => element("li", {}, variable_link(v))))),
      await block_equations(equations, torn, loop),
      loop && jacobian_section(set, structure, first, loop),
      neighbouring_blocks(set, structure, n - 1),
    ],
  };
}

function time_of_block(block) {
  const row = model.index.run?.profile?.find((each) => each.block === block);
  return row && `${number_text(row.milliseconds)} ms in ${counted(row.calls, "call")}`;
}

async function block_equations(equations, torn, loop) {
  if (!loop || torn === 0 || torn === equations.length) return section("Equations", await equation_list(equations, 40));
  return section("Equations",
    element("h3", {}, `Assignments, as functions of the iteration variables (${count_text(torn)})`), await equation_list(equations.slice(0, torn), 25),
    element("h3", {}, `Residuals, which the iteration brings to zero (${count_text(equations.length - torn)})`),
    await equation_list(equations.slice(torn), 25));
}

const entry_words = { d: "changes", c: "constant", p: "constant between events" };
const entry_colours = ["assign", "cell", "nonlinear"];

function jacobian_section(set, structure, first, loop) {
  if (!loop.rows?.length || loop.columns.length === 0) return null;
  const name = (i) => model.names[structure.targets[first + i]];
  const by_colour = loop.colourCount > 0;
  const picture = new MatrixPicture({
    label: `Jacobian of the block, ${loop.rows.length - 1} rows`, rows: loop.rows, columns: loop.columns, width: loop.rows.length - 1,
    colours: by_colour ? compression_colours : entry_colours,
    colour_of: (row, column, entry) => (by_colour
      ? loop.colours[column] % compression_colours.length : { c: 0, p: 1, d: 2 }[loop.entries?.[entry]] ?? 2),
    row_label: (row) => `${set}.${first + row + 1}`, column_label: name,
    describe: (row, column) => {
      for (let entry = loop.rows[row]; entry < loop.rows[row + 1]; ++entry) {
        if (loop.columns[entry] !== column) continue;
        const value = loop.values?.[entry]?.text;
        return `∂ ${set}.${first + row + 1} / ∂ ${name(column)}${value ? ` = ${value}` : ""} (${entry_words[loop.entries?.[entry]] ?? "entry"})`;
      }
      return `${set}.${first + row + 1} does not depend on ${name(column)}`;
    },
    open: (row) => go(equation_address(`${set}.${first + row + 1}`)),
  });
  picture.node.classList.add("inset");
  picture.node.style.height = `${Math.min(460, 175 + 40 * (loop.rows.length - 1))}px`;
  return section("Jacobian",
    note("Rows are the equations, columns the unknowns of the block.", by_colour &&
      ` The ${counted(loop.colourCount, "colour")} of the compression: columns with the same colour have no row in common.`),
    picture.node, typeset_jacobian(set, first, loop, name));
}

function typeset_jacobian(set, first, loop, name) {
  const size = loop.rows.length - 1;
  if (!loop.values || size > most_typeset_rows) return null;
  const cells = (row) => Array.from({ length: size }, (_, column) => {
    for (let entry = loop.rows[row]; entry < loop.rows[row + 1]; ++entry) {
      if (loop.columns[entry] === column) return formula(loop.values[entry], { links: true });
    }
    return "";
  });
  return table("Entries of the Jacobian", ["∂", ...Array.from({ length: size }, (_, i) => name(i))],
    Array.from({ length: size }, (_, row) => [equation_link(`${set}.${first + row + 1}`), ...cells(row)]), { class: "jacobian" });
}

function neighbouring_blocks(set, structure, block) {
  const { before, after } = block_dependencies(structure);
  const list = (title, numbers) => numbers.length > 0 && section(`${title} ${counted(numbers.length, "block")}`,
    element("p", { class: "names" }, shortened(numbers, 40, (each) => block_item(set, structure, each))));
  return [list("Uses", before(block)), list("Used by", after(block))];
}

function block_item(set, structure, block) {
  const first = structure.starts[block];
  const count = structure.starts[block + 1] - first;
  const more = count > 1 ? ` and ${count - 1} more` : "";
  return element("span", {}, block_link(`${set}/${block + 1}`), " ",
    element("span", { class: "quiet name" }, (model.names[structure.targets[first]] ?? "") + more));
}

// Which blocks a block uses, and which use it: functions of the number of a block, from 0.
function block_dependencies(structure) {
  if (structure.dependencies) return structure.dependencies;
  const blocks = blocks_of_rows(structure);
  const before = (block) => {
    const found = new Set();
    for (let row = structure.starts[block]; row < structure.starts[block + 1]; ++row) {
      for (let entry = structure.rows[row]; entry < structure.rows[row + 1]; ++entry) found.add(blocks[structure.columns[entry]]);
    }
    found.delete(block);
    return [...found].sort((a, b) => a - b);
  };
  const users = structure.kinds.split("").map(() => null);
  for (let block = 0; block < users.length; ++block) {
    for (const each of before(block)) (users[each] ??= []).push(block);
  }
  structure.dependencies = { before, after: (block) => users[block] ?? [] };
  return structure.dependencies;
}
