// The tree of components at the side of a list. Only the branches that are open have rows.

class ComponentTree {
  // chosen(component): the reader wants to see only that one; 0 means all.
  constructor(chosen, count_column) {
    this.chosen = chosen;
    this.count_column = count_column;
    this.component = 0;
    this.open = new Set([0]);
    this.children = children_of_components();
    this.list = new VirtualList({
      label: "Components", columns: [{ title: "Component", width: "1fr" }], estimate: 26,
      draw_row: (i) => this.draw_row(i), open_row: (i) => this.chosen(this.rows[i].component),
      row_attributes: (i) => this.row_attributes(i),
    });
    this.list.node.setAttribute("role", "treegrid");
    this.list.node.addEventListener("keydown", (event) => this.key(event));
    this.node = element("aside", { class: "side", "aria-label": "Components" }, this.list.node);
    this.make_rows();
  }

  make_rows() {
    this.rows = [];
    const open = [{ component: 0, depth: 0 }];
    while (open.length > 0) {
      const row = open.pop();
      this.rows.push(row);
      if (!this.open.has(row.component)) continue;
      for (const child of this.children[row.component].toReversed()) open.push({ component: child, depth: row.depth + 1 });
    }
    const position = this.list.position();
    this.list.set_count(this.rows.length);
    this.list.restore(position);
  }

  row_attributes(i) {
    const { component, depth } = this.rows[i];
    return {
      "aria-level": depth + 1, "aria-expanded": this.children[component].length > 0 ? String(this.open.has(component)) : null,
      "aria-current": component === this.component ? "true" : null,
    };
  }

  draw_row(i) {
    const { component, depth } = this.rows[i];
    const [name] = model.components[component];
    const has_children = this.children[component].length > 0;
    const is_open = this.open.has(component);
    const fold = element("button", {
      type: "button", class: "fold", tabindex: "-1", "aria-label": is_open ? `Close ${name}` : `Open ${name}`,
      onclick: () => this.fold(component),
    }, is_open ? "▾" : "▸");
    const box = element("div", { class: "tree-row" },
      has_children && component > 0 ? fold : element("span", { class: "fold" }),
      element("span", { class: "tree-name name", title: model.paths[component] }, component === 0 ? "all components" : name),
      element("span", { class: "quiet number" }, count_text(model.components[component][this.count_column] ?? 0)));
    box.style.paddingInlineStart = `${Math.max(0, depth - 1) * 14}px`;
    return [box];
  }

  fold(component) {
    if (this.open.has(component)) this.open.delete(component);
    else this.open.add(component);
    const { current } = this.list;
    this.make_rows();
    if (current >= 0) this.list.choose(current);
  }

  key(event) {
    if (this.list.current < 0) return;
    const { component } = this.rows[this.list.current];
    const is_open = this.open.has(component);
    const opens = event.key === "ArrowRight" && !is_open && this.children[component].length > 0;
    const closes = event.key === "ArrowLeft" && is_open && component > 0;
    if (!opens && !closes) return;
    event.preventDefault();
    this.fold(component);
  }

  // Shows which component the list is restricted to.
  choose(component) {
    this.component = component;
    for (let above = model.components[component]?.[1] ?? -1; above >= 0; above = model.components[above][1]) {
      this.open.add(above);
    }
    this.make_rows();
    const row = this.rows.findIndex((each) => each.component === component);
    if (component > 0 && row >= 0) this.list.choose(row);
  }
}

function children_of_components() {
  const rows = model.components;
  const children = rows.map(() => []);
  rows.forEach(([, parent], i) => {
    if (parent >= 0) children[parent].push(i);
  });
  return children;
}
