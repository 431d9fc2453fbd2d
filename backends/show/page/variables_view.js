// The list of variables, with filters and the tree of components.

class VariablesView {
  constructor(query) {
    this.rows = [];
    this.list = new VirtualList({
      label: "Variables", estimate: 30, empty_text: "No variable matches these filters.",
      columns: [
        { title: "Name", width: "minmax(0, 2fr)" }, { title: "Kind", width: "84px" }, { title: "Type", width: "minmax(0, 80px)" },
        { title: "Unit", width: "minmax(0, 80px)" }, { title: "Start or value", width: "minmax(0, 150px)" },
        { title: "Description", width: "minmax(0, 2fr)" }, ...(model.index.run ? [{ title: "Curve", width: "112px" }] : []),
      ],
      draw_row: (i) => this.draw_row(i), open_row: (i) => go(variable_address(this.rows[i])),
    });
    this.list.node.classList.add("variable-list");
    this.tree = new ComponentTree((component) => this.change("component", component > 0 ? String(component) : ""), 2);
    this.summary = element("p", { class: "summary", role: "status" });
    const changed = (name, value) => this.change(name, value);
    const kinds = Object.entries(kind_words).filter(([, word]) => model.index.counts[word] > 0)
      .map(([letter, word]) => [letter, `${word} (${count_text(model.index.counts[word])})`]);
    this.filters = [
      query_select("Kind", "kind", query, [["", "all"], ...kinds], changed),
      query_input("Filter", "q", query, "parts of names  ( f )", changed),
    ];
    this.content = [
      element("div", { class: "list-tools" }, element("h1", {}, "Variables"), this.filters.map((each) => each.node)),
      element("div", { class: "list-line" }, this.summary),
      element("div", { class: "with-side" }, model.components.length > 1 && this.tree.node, this.list.node),
    ];
    this.update(query);
  }

  change(name, value) {
    const query = new URLSearchParams(this.query);
    if (value) query.set(name, value);
    else query.delete(name);
    const address = address_of("variables", query);
    if (name === "q") {
      replace_address(address);
      this.update(query);
    } else {
      go(address);
    }
  }

  update(query) {
    this.query = query;
    for (const each of this.filters) each.update(query);
    const component = Number(query.get("component") ?? 0);
    this.tree.choose(component);
    const inside = component > 0 ? components_inside(component) : null;
    const kind = query.get("kind");
    const words = search_words(query.get("q"));
    this.rows = [];
    for (let v = 0; v < model.names.length; ++v) {
      if (kind && model.kinds[v] !== kind) continue;
      if (inside && !inside[model.component_of[v]]) continue;
      if (words.length > 0 && !has_words(model.names[v], words)) continue;
      this.rows.push(v);
    }
    this.list.set_count(this.rows.length);
    const total = model.names.length;
    this.summary.textContent = this.rows.length === total
      ? counted(total, "variable") : `${count_text(this.rows.length)} of ${counted(total, "variable")}`;
  }

  draw_row(i) {
    const row = row_or_wait("variables", this.rows[i], () => this.list.refresh());
    if (!row) return null;
    const cells = [
      variable_link(row.v), kind_chip(row.kind), element("span", { class: "code" }, row.type), element("span", { class: "code" }, row.unit),
      value_or_start(row), element("span", { class: "quiet description" }, row.description),
    ];
    if (model.index.run) cells.push(curve_cell(row.v));
    return cells;
  }
}

function value_or_start(row) {
  if (row.alias) return element("span", {}, row.alias.negated ? "= −" : "= ", variable_link(row.alias.of));
  if (row.value !== undefined) return element("span", { class: "code" }, number_text(row.value));
  const expr = row.binding ?? row.start;
  return expr ? element("code", { class: "clipped", title: expr.text }, expr.text) : "";
}

function curve_cell(v) {
  const box = element("div", { class: "curve-cell" });
  curve_of_variable(v).then((curve) => curve && box.append(small_curve(curve)));
  return box;
}

function variables_view(path, query) {
  const view = new VariablesView(query);
  return {
    title: "Variables", content: view.content, fills: true,
    update: (next) => view.update(next), position: () => view.list.position(), restore: (position) => view.list.restore(position),
  };
}
