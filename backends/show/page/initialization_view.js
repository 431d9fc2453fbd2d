// The start: what the tools added so that everything has a first value, where start values come from, and what was left out.

async function initialization_view() {
  const { index } = model;
  const { assumptions = [], dropped = [] } = (await chunk("initialization")) ?? {};
  const set = find_set("iEq");
  const overridable = element("div", {});
  const view = {
    title: "Initialization",
    content: [
      element("h1", {}, "Initialization"),
      set && element("p", {}, `At the start, ${counted(set.equations, "equation")} in ${counted(set.blocks, "block")} are solved once: `,
        element("a", { href: "#/equations?set=iEq" }, "the equations"), ", ", element("a", { href: "#/structure/iEq" }, "their structure"), "."),
      section("What the tools added", assumptions.length === 0
        ? note("Nothing: the equations and start values of the model determine everything.")
        : [note("The model leaves these open, so the tools took the start values. To change one, give the variable a start value with fixed = true, or write an initial equation."),
          table("What the tools added", ["Equation", "Variable", "What and why"], assumptions.slice(0, 500).map((each) => [
            each.equation && equation_link(each.equation), each.v !== undefined && variable_link(each.v), each.text]))]),
      assumptions.length > 500 && note(`The first 500 of ${count_text(assumptions.length)}.`),
      dropped.length > 0 && section("Initial equations that were left out", note("Others imply them."),
        element("ul", { class: "equations" }, shortened(dropped, 50, (each) => element("li", {},
          element("div", { class: "formula-cell" }, formula(joined(each.lhs, "=", each.rhs), { links: true })),
          element("div", { class: "quiet" }, each.reason), each.place && source_extract(each.place))))),
      overridable,
      loops_at_start(index),
    ],
  };
  if (set) list_overridable(set, overridable);
  return view;
}

// Start values that a user may change without translating again; found by looking through the equations.
async function list_overridable(set, box) {
  const rows = [];
  const most_shown = 300;
  const is_complete = await scan_tables({}, [{ table: "equations/iEq", rows: set.equations }], (name, i, row) => {
    if (row.overridable) rows.push(row);
  }, () => {});
  if (!is_complete || rows.length === 0) return;
  append(box, section(`Start values that you can give when the simulation starts: ${count_text(rows.length)}`,
    table("Start values", ["Equation", "Variable", "Start value", "Source"], rows.slice(0, most_shown).map((row) => [
      equation_link(`iEq.${row.n}`), variable_link(row.target.v, { op: row.target.op }), formula(row.value, { links: true }), place_link(row.place)])),
    rows.length > most_shown && note(`The first ${most_shown}.`)));
}

function loops_at_start(index) {
  const loops = (index.loops ?? []).filter((each) => block_parts(each.block).set === "iEq");
  return loops.length > 0 && section("Loops at the start",
    table("Loops at the start", ["Block", "Kind", "#Equations", "#After tearing"], loops.slice(0, 50).map((loop) => [
      block_link(loop.block), loop.kind, count_text(loop.equations), count_text(loop.iteration)])));
}
