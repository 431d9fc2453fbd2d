// The list of equations, with filters and the tree of components.

const names_of_list = [["", "full"], ["short", "short"]];
const forms_of_list = [["equation", "equations"], ["solved", "what runs"], ["flat", "flat model"], ["text", "text"]];

class EquationsView {
  constructor(query) {
    this.scan = null;
    this.found = { sets: [], set_of: [], row_of: [] };
    this.list = new VirtualList({
      label: "Equations", estimate: 46, empty_text: "No equation matches these filters.",
      columns: [
        { title: "Number", width: "86px" }, { title: "Equation", width: "minmax(0, 1fr)" },
        { title: "Source, component", width: "minmax(0, 168px)" },
      ],
      draw_row: (i) => this.draw_row(i), open_row: (i) => go(equation_address(this.name_of(i))),
    });
    this.list.node.classList.add("equation-list");
    this.tree = new ComponentTree((component) => this.change("component", component > 0 ? String(component) : ""), 3);
    this.summary = element("p", { class: "summary", role: "status" });
    this.chips = element("div", { class: "chips" });
    this.draw_filters(query);
    this.content = [
      element("div", { class: "list-tools" }, element("h1", {}, "Equations"), this.filters.map((each) => each.node)),
      element("div", { class: "list-line" }, this.summary, this.chips),
      element("div", { class: "with-side" }, this.has_components() && this.tree.node, this.list.node),
    ];
    this.update(query);
  }

  has_components() {
    return model.components.length > 1;
  }

  draw_filters(query) {
    const changed = (name, value) => this.change(name, value);
    const sets = model.index.sets.map(({ set, title }) => [set, `${set}: ${title}`]);
    const kinds = [["", "all"], ["loops", "loops"], ["l", "linear"], ["n", "nonlinear"], ["m", "mixed"], ["a", "no loops"]];
    this.filters = [
      query_select("Set", "set", query, sets.length > 1 ? [...sets, ["*", "all sets"]] : sets, changed),
      query_select("Show", "form", query, forms_of_list, changed),
      this.has_components() && query_select("Names", "names", query, names_of_list, changed),
      query_select("Blocks", "kind", query, kinds, changed),
      query_input("Filter", "q", query, "names, formulas  ( f )", changed),
    ].filter(Boolean);
  }

  change(name, value) {
    const query = new URLSearchParams(this.query);
    if (value) query.set(name, value);
    else query.delete(name);
    if (name === "component" && value && this.query.get("set") === null && model.index.sets.length > 1) query.set("set", "*");
    const address = address_of("equations", query);
    if (name === "q") {
      replace_address(address);
      this.update(query);
    } else {
      go(address);
    }
  }

  update(query) {
    const before = this.query;
    this.query = query;
    for (const each of this.filters) each.update(query);
    this.form = query.get("form") ?? "equation";
    this.draw_chips();
    const names = ["set", "kind", "q", "component", "block", "v"];
    if (before && names.every((each) => before.get(each) === query.get(each))) {
      this.list.clear();
      this.list.schedule();
      return;
    }
    this.tree.choose(Number(query.get("component") ?? 0));
    this.find();
  }

  draw_chips() {
    const chip = (name, ...content) => element("span", { class: "chip filter-chip" }, content,
      element("button", { type: "button", "aria-label": "Remove this filter", onclick: () => this.change(name, "") }, "×"));
    const v = this.query.get("v");
    const block = this.query.get("block");
    const component = Number(this.query.get("component") ?? 0);
    replace_children(this.chips,
      v !== null && chip("v", "with ", variable_link(Number(v))),
      block !== null && chip("block", "block ", block_link(block)),
      component > 0 && chip("component", "in ", element("span", { class: "name" }, model.paths[component])));
  }

  async find() {
    const query = this.query;
    const block = query.get("block");
    const wanted = block ? block_parts(block).set : query.get("set") ?? model.index.sets[0].set;
    const sets = model.index.sets.filter((each) => wanted === "*" || each.set === wanted);
    const structures = await Promise.all(sets.map((each) => chunk(`structure/${each.set}`)));
    if (query !== this.query) return;
    this.found = { sets, structures, set_of: [], row_of: [] };
    const matches = structures.map((each, i) => this.column_filter(sets[i], each));
    const words = search_words(query.get("q"));
    const v = query.get("v") === null ? -1 : Number(query.get("v"));
    if (words.length === 0 && v < 0) return this.take_all(sets, matches);
    this.take_scanned(sets, matches, words, v);
  }

  // What the columns of the structure decide: a function of the row.
  column_filter({ set }, structure) {
    const component = Number(this.query.get("component") ?? 0);
    const inside = component > 0 ? components_inside(component) : null;
    const block = this.query.get("block");
    const kind = this.query.get("kind");
    if (!structure) return () => !inside && !block && !kind;
    const blocks = blocks_of_rows(structure);
    const number = block ? block_parts(block).number - 1 : -1;
    return (row) => (!inside || inside[structure.components[row]]) && (number < 0 || blocks[row] === number) &&
      (!kind || kind === structure.kinds[blocks[row]] || (kind === "loops" && "lnm".includes(structure.kinds[blocks[row]])));
  }

  add(set, row) {
    this.found.set_of.push(set);
    this.found.row_of.push(row);
  }

  take_all(sets, matches) {
    this.scan = null;
    sets.forEach(({ equations }, set) => {
      for (let row = 0; row < equations; ++row) if (matches[set](row)) this.add(set, row);
    });
    this.list.set_count(this.found.row_of.length);
    this.say_count("");
  }

  async take_scanned(sets, matches, words, v) {
    this.list.set_count(0);
    const set_of_table = new Map(sets.map(({ set }, i) => [`equations/${set}`, i]));
    const tables = sets.map(({ set, equations }) => ({ table: `equations/${set}`, rows: equations }));
    const take = (name, i, row) => {
      const set = set_of_table.get(name);
      if (!matches[set](i)) return;
      if (v >= 0 && row.target?.v !== v && !row.uses?.includes(v)) return;
      if (has_words(searched_text(sets[set].set, row), words)) this.add(set, i);
    };
    await scan_tables(this, tables, take, (done, total) => {
      this.list.grow(this.found.row_of.length);
      this.say_count(done < total ? `; searched ${count_text(done)} of ${count_text(total)}` : "");
    });
  }

  say_count(more) {
    const total = this.found.sets.reduce((sum, each) => sum + each.equations, 0);
    const count = this.found.row_of.length;
    this.summary.textContent = count === total ? counted(total, "equation") : `${count_text(count)} of ${counted(total, "equation")}${more}`;
  }

  name_of(i) {
    return `${this.found.sets[this.found.set_of[i]].set}.${this.found.row_of[i] + 1}`;
  }

  draw_row(i) {
    const { set } = this.found.sets[this.found.set_of[i]];
    const row = equation_or_wait(`${set}.${this.found.row_of[i] + 1}`, () => this.list.refresh());
    if (!row) return null;
    const path = row.component ? model.paths[row.component] : "";
    const origin = row.origin === "equation" ? "" : row.origin;
    return [
      [equation_link(`${set}.${row.n}`), row.block && element("div", { class: "second-line" }, "in ", block_link(`${set}/${row.block}`, `/${row.block}`))],
      element("div", { class: "formula-cell" }, this.draw_formula(row)),
      [place_link(row.place), element("div", { class: "second-line", title: [path, origin].filter(Boolean).join(", ") },
        path && element("span", { class: "name" }, path), path && origin && ", ", origin)],
    ];
  }

  draw_formula(row) {
    const mark = row.form === "inst" ? element("span", { class: "chip" }, "at events") : null;
    const inside = this.query.get("names") === "short" && row.component ? model.paths[row.component] : null;
    if (this.form === "solved") {
      return [formula(assignment(row) ?? equality(row), { inside }), row.form === "res" && element("span", { class: "quiet" }, "  residual for ", row.target.text), mark];
    }
    if (this.form === "flat") return [formula(flat_equation(row), { inside }), mark];
    return [formula(equality(row), { inside, as_text: this.form === "text" }), mark];
  }
}

// As in the flat model, which is the first step of the history; without one, the equation as it is.
function flat_equation(row) {
  return row.history?.[0] ?? equality(row);
}

function searched_text(set, row) {
  return [
    `${set}.${row.n}`, row.target?.text, row.value?.text, row.written?.text, row.history?.[0]?.text, row.origin, model.paths[row.component ?? 0],
    row.place && place_text(row.place),
  ].join("\n");
}

// The number of the block of each row, from 0.
function blocks_of_rows(structure) {
  if (structure.blocks_of_rows) return structure.blocks_of_rows;
  const blocks = new Uint32Array(structure.starts.at(-1) ?? 0);
  for (let block = 0; block + 1 < structure.starts.length; ++block) {
    blocks.fill(block, structure.starts[block], structure.starts[block + 1]);
  }
  structure.blocks_of_rows = blocks;
  return blocks;
}

function equations_view(path, query) {
  const view = new EquationsView(query);
  return {
    title: "Equations", content: view.content, fills: true,
    update: (next) => view.update(next), position: () => view.list.position(), restore: (position) => view.list.restore(position),
  };
}
