// One equation: its forms, where it comes from, and what it has to do with others.

async function equation_view([equation]) {
  const row = await equation_row(equation);
  if (!row) return null;
  const { set, number } = equation_parts(equation);
  const info = find_set(set);
  const block = row.block ? `${set}/${row.block}` : null;
  return {
    title: `Equation ${equation}`,
    content: [
      neighbours("equations", `${set}.`, number, info.equations, (n) => equation_address(`${set}.${n}`)),
      element("h1", {}, `Equation ${equation}`, " ", row.form && element("span", { class: "chip" }, form_words[row.form])),
      displayed_formula(equality(row)),
      equation_facts(row, set, block),
      history_section(row, await role_in_loop(row, set)),
      await connections_section(row, equation),
    ],
  };
}

// Links to the rows before and after.
function neighbours(table, prefix, number, count, address) {
  const link = (to, rel, sign) => (to < 1 || to > count
    ? element("span", { class: "quiet" }, sign)
    : element("a", { href: address(to), rel, title: `${prefix}${to}` }, sign));
  return element("div", { class: "neighbours", role: "group", "aria-label": "Neighbours" },
    link(number - 1, "prev", "‹ previous"), element("span", { class: "quiet" }, `${count_text(number)} of ${count_text(count)}`),
    link(number + 1, "next", "next ›"));
}

function equation_facts(row, set, block) {
  return facts([
    ["set", `${set}: ${find_set(set).title}`],
    [row.form === "res" ? "iterates on" : "determines",
      row.target?.v !== undefined ? variable_link(row.target.v, { op: row.target.op }) : row.target?.text],
    ["block", block && [block_link(block), " ", element("a", { href: `#/structure/${encodeURIComponent(set)}?block=${row.block}` }, "in the structure")]],
    ["component", row.component ? component_link(row.component) : null],
    ["origin", row.origin],
    ["source", place_link(row.place)],
    ["start value", row.overridable && "a user may give another one when the simulation starts"],
    ["active when", row.conditions?.map((each) => [element("a", { href: `#/events/w${each}`, class: "code" }, `condition ${each}`), " "])],
  ]);
}

// From the source line through the passes to what runs.
function history_section(row, role) {
  const steps = [];
  if (row.place) steps.push({ step: "source", title: "Written", content: source_extract(row.place) });
  for (const each of row.history ?? []) {
    const pass = model.index.passes?.find(({ pass: name }) => name === each.step);
    steps.push({
      step: "pass", title: each.step === "flat" ? "Flattened" : element("code", {}, each.step), summary: pass?.summary,
      content: formula(each, { links: true }),
    });
  }
  if (role) steps.push({ step: "torn", title: "Torn", content: role });
  const runs = assignment(row);
  if (runs) steps.push({ step: "runs", title: row.form === "inst" ? "Runs at events" : "Runs", content: formula(runs, { links: true }) });
  if (steps.length === 0) return null;
  return section("History", element("ol", { class: "history" }, steps.map(({ step, title, summary, content }) =>
    element("li", { class: `step-${step}` },
      element("div", { class: "step-name" }, title, summary && element("span", { class: "quiet" }, `  ${summary}`)),
      element("div", { class: "step-formula" }, content)))));
}

// What an equation of a loop does there.
async function role_in_loop(row, set) {
  const structure = row.block ? await chunk(`structure/${set}`) : null;
  if (!structure) return null;
  const size = structure.starts[row.block] - structure.starts[row.block - 1];
  if (size === 1 && row.form !== "res") return null;
  const block = block_link(`${set}/${row.block}`);
  if (row.form === "res") return ["a residual of ", block, ", which the iteration on ", variable_link(row.target.v, { op: row.target.op }), " brings to zero"];
  return ["solved inside ", block, ", as a function of its iteration variables"];
}

async function connections_section(row, equation) {
  const uses = row.uses ?? [];
  const target = row.target?.v !== undefined ? await variable_row(row.target.v) : null;
  const users = (target?.usedBy ?? []).filter((each) => each !== equation);
  return [
    section(`Uses ${counted(uses.length, "variable")}`, uses.length > 0 && element("ul", { class: "names" },
      shortened(uses, 100, (v) => element("li", {}, variable_link(v))))),
    users.length > 0 && section(`What it determines is used by ${counted(target.useCount ?? users.length, "equation")}`,
      await equation_list(users, 12),
      link_to_all_uses(target, users.length, 12)),
  ];
}

function link_to_all_uses(row, count, shown) {
  return count > shown && element("p", {}, element("a", { href: `#/equations?set=*&v=${row.v}` }, "all of them in the list"));
}

// Equations with their formulas.
async function equation_list(equations, limit) {
  const rows = await Promise.all(equations.slice(0, limit).map(async (each) => [each, await equation_row(each)]));
  return [
    element("ul", { class: "equations" }, rows.map(([name, row]) => element("li", {},
      equation_link(name), row ? element("div", { class: "formula-cell" }, formula(equality(row), { links: true })) : null))),
    equations.length > limit && element("p", { class: "names" }, shortened(equations.slice(limit), 100, (each) => [equation_link(each), " "])),
  ];
}

// An expression that several equations share.
async function shared_view([number]) {
  const n = Number(number);
  const expr = await table_row("shared", n - 1);
  if (!expr) return null;
  return {
    title: `Shared expression ${n}`,
    content: [
      neighbours("shared", "shared ", n, model.index.shared, (each) => `#/shared/${each}`),
      element("h1", {}, `Shared expression ${n}`),
      displayed_formula(expr),
      note("Several equations contain this expression. It is computed once for all of them."),
    ],
  };
}
