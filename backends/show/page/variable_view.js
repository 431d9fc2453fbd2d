// One variable: what it is and why, who determines it and who uses it.

async function variable_view([number]) {
  const v = Number(number);
  const row = Number.isInteger(v) && v >= 0 && v < model.names.length ? await variable_row(v) : null;
  if (!row) return null;
  const curve = await curve_of_variable(v);
  return {
    title: row.name,
    content: [
      neighbours("variables", "variable ", v + 1, model.names.length, (n) => variable_address(n - 1)),
      element("h1", { class: "name", dir: "ltr" }, row.name),
      element("p", {}, kind_chip(row.kind), " ", element("span", { class: "code" }, [row.type, row.unit].filter(Boolean).join(", ")),
        row.description && element("span", { class: "description" }, row.description)),
      curve && curve_picture(row.name, row.unit, curve),
      row.why?.length > 0 && section("Why", element("ul", {}, row.why.map((each) => element("li", {}, each)))),
      variable_facts(row),
      row.place && source_extract(row.place),
      await definitions_section(row),
      await uses_section(row),
      row.aliases?.length > 0 && section(`Stands for ${counted(row.aliases.length, "alias", "aliases")}`,
        element("ul", { class: "names" }, shortened(row.aliases, 100, (each) => element("li", {}, variable_link(each.v, each))))),
    ],
  };
}

// The same by name, for links from elsewhere.
async function named_view([name]) {
  const v = model.names.indexOf(name);
  return v < 0 ? null : variable_view([String(v)]);
}

function variable_facts(row) {
  const flags = [
    row.final && "final", row.protected && "protected", row.hidden && "hidden in results", row.variability, row.causality,
  ].filter(Boolean);
  return facts([
    ["component", row.component ? component_link(row.component) : null],
    ["same as", row.alias && [variable_link(row.alias.of, row.alias), " ", element("span", { class: "quiet" }, row.alias.origin ?? ""),
      row.alias.place && [" ", place_link(row.alias.place)]]],
    ["value", row.value !== undefined ? element("code", {}, number_text(row.value)) : null],
    ["binding", row.binding && row.binding.text !== String(row.value) && formula(row.binding, { links: true })],
    ["computed on request as", row.recovered && formula(row.recovered, { links: true })],
    ["start value", row.start && start_value(row.start)],
    ["derivative of", row.derivativeOf !== undefined ? variable_link(row.derivativeOf) : null],
    ["evaluated", row.evaluated && `when the model was translated: ${row.evaluated}`],
    ["iterated in", row.iterates?.map((each) => [block_link(each), " "])],
    ["attributes", attribute_texts(row).map((each) => [element("code", {}, each), "  "])],
    ["declared", flags.join(", ")],
  ]);
}

function start_value(start) {
  return [
    formula(start, { links: true }), " ",
    element("span", { class: "quiet" }, [
      start.fixed ? "fixed" : "a guess, unless an equation says so", start.origin && `from ${start.origin}`,
      start.priority !== undefined && start.priority !== 0 && `priority ${start.priority}`,
    ].filter(Boolean).join("; ")),
  ];
}

function attribute_texts(row) {
  const all = { quantity: row.quantity, unit: row.unit, displayUnit: row.displayUnit, ...row.attributes };
  return Object.entries(all).filter(([, value]) => value).map(([name, value]) => `${name} = ${value}`);
}

async function definitions_section(row) {
  if (!row.definedBy?.length) return null;
  return section("Determined by", await equation_list(row.definedBy, 8));
}

async function uses_section(row) {
  if (!row.usedBy?.length) return null;
  const count = row.useCount ?? row.usedBy.length;
  return section(`Used by ${counted(count, "equation")}`, await equation_list(row.usedBy, 12),
    link_to_all_uses(row, count, 12));
}
