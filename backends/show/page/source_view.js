// Lines of the user's files, as far as equations and variables come from them.

async function source_view([file, line]) {
  const f = Number(file);
  const wanted = Number(line);
  const path = model.index.files?.[f];
  if (path === undefined) return null;
  const sources = await chunk("sources");
  const lines = sources?.files?.[f]?.lines ?? {};
  const numbers = Object.keys(lines).map(Number).sort((a, b) => a - b);
  const wanted_row = { node: null };
  return {
    title: `${base_name(path)}:${wanted}`,
    content: [
      element("h1", { class: "code" }, `${base_name(path)}:${wanted}`),
      element("p", { class: "quiet code" }, path),
      numbers.length > 0
        ? element("pre", { class: "source listing", tabindex: "0" }, numbers.map((each, i) => listing_line(each, lines[each], numbers[i - 1], wanted, f, wanted_row)))
        : note("This page does not contain the text of this file."),
      lines_origin_section(f, wanted),
    ],
    ready: () => wanted_row.node?.scrollIntoView({ block: "center" }),
    restore: () => {},
  };
}

function listing_line(number, text, previous, wanted, file, wanted_row) {
  const row = element("a", { href: `#/source/${file}/${number}`, class: `source-line ${number === wanted ? "wanted" : ""}`,
    "aria-current": number === wanted ? "true" : null }, element("span", { class: "line-number" }, number), element("span", {}, text), "\n");
  if (number === wanted) wanted_row.node = row;
  return previous !== undefined && previous + 1 < number ? [element("span", { class: "gap" }, "⋮\n"), row] : row;
}

// What this line has become, found by looking through everything.
function lines_origin_section(file, line) {
  const equations = element("ul", { class: "equations" });
  const variables = element("ul", { class: "names" });
  const progress = element("p", { class: "quiet", role: "status" });
  const owner = {};
  const is_here = (row) => row.place?.[0] === file && row.place[1] === line;
  const tables = [
    { table: "variables", rows: model.index.variables },
    ...(model.index.sets ?? []).map(({ set, equations: rows }) => ({ table: `equations/${set}`, rows })),
  ];
  const most_shown = 200;
  scan_tables(owner, tables, (name, i, row) => {
    if (!is_here(row)) return;
    if (name === "variables") {
      if (variables.childElementCount < most_shown) variables.append(element("li", {}, variable_link(row.v)));
    } else if (equations.childElementCount < most_shown) {
      equations.append(element("li", {}, equation_link(`${name.slice("equations/".length)}.${row.n}`),
        element("div", { class: "formula-cell" }, formula(equality(row), { links: true }))));
    }
  }, (done, total) => {
    if (!progress.isConnected && done > rows_of_part()) owner.scan = null;
    const is_done = done >= total;
    const found = variables.childElementCount + equations.childElementCount;
    progress.textContent = is_done ? (found === 0 ? "Nothing comes from this line." : "") : `searched ${count_text(done)} of ${count_text(total)}`;
  });
  return section("What comes from this line", progress, variables, equations);
}
