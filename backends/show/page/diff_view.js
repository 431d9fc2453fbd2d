// What changed between two versions of a model.

async function diff_view(path, query) {
  const entries = await chunk("diff");
  if (!entries) return null;
  const { other } = model.index.diff ?? {};
  const view = { query: null };
  const change = (name, value) => {
    const next = new URLSearchParams(view.query);
    if (value) next.set(name, value);
    else next.delete(name);
    replace_address(address_of("diff", next));
    update(next);
  };
  const kinds = [...new Set(entries.map((each) => each.what))];
  const filters = [
    query_select("What", "what", query, [["", "all"], ...kinds.map((each) => [each, each])], change),
    query_select("Change", "change", query, [["", "all"], ["added", "added"], ["removed", "removed"], ["changed", "changed"]], change),
    query_input("Filter", "q", query, "names, texts  ( f )", change),
  ];
  let shown = entries;
  const summary = element("p", { class: "summary", role: "status" });
  const list = new VirtualList({
    label: "Changes", estimate: 30, empty_text: entries.length === 0 ? "The two are equal." : "No change matches these filters.",
    columns: [{ title: "Change", width: "90px" }, { title: "What", width: "80px" }, { title: "Name", width: "minmax(0, 1fr)" }, { title: "Difference", width: "minmax(0, 2fr)" }],
    draw_row: (i) => {
      const row = shown[i];
      // An equation has the name of the variable that it determines.
      const v = model.names.indexOf(row.name);
      return [
        element("span", { class: `change ${row.change}` }, `${change_signs[row.change] ?? ""} ${row.change}`), row.what,
        v >= 0 ? variable_link(v) : element("span", { class: "name" }, row.name), element("span", { class: "difference" }, row.text),
      ];
    },
  });
  list.node.classList.add("diff-list");
  function update(next) {
    view.query = next;
    for (const each of filters) each.update(next);
    const words = search_words(next.get("q"));
    shown = entries.filter((each) => (!next.get("what") || each.what === next.get("what")) &&
      (!next.get("change") || each.change === next.get("change")) && has_words(`${each.name}\n${each.text}`, words));
    list.set_count(shown.length);
    summary.textContent = `${counted(shown.length, "difference")}${other ? ` to ${other}` : ""}`;
  }
  update(query);
  return {
    title: "Differences", fills: true,
    content: [
      element("div", { class: "list-tools" }, element("h1", {}, "Differences"), filters.map((each) => each.node)),
      element("div", { class: "list-line" }, summary), element("div", { class: "with-side" }, list.node),
    ],
    update, position: () => list.position(), restore: (position) => list.restore(position),
  };
}

const change_signs = { added: "+", removed: "−", changed: "~" };
