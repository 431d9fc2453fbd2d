// Keys. The help that `?` shows is made from the same table.

function key_table() {
  const views = routes.filter((each) => each.name && has_view(each)).map((each) => [`g ${each.key}`, each.name, () => go(`#/${each.path}`)]);
  return [
    ["/", "go to a variable, an equation, a block, a component", () => document.getElementById("search").focus()],
    ["f", "filter the list", () => document.querySelector("main [data-filter]")?.focus()],
    ["l", "into the list or picture", () => (document.querySelector("main .with-side > .list, main canvas") ?? document.querySelector("main .list"))?.focus()],
    ["[", "previous equation, variable or block", () => document.querySelector("main [rel=prev]")?.click()],
    ["]", "next equation, variable or block", () => document.querySelector("main [rel=next]")?.click()],
    ["t", "light, dark, as the system", change_theme],
    ["?", "these keys", show_help],
    ...views,
  ];
}

const keys_inside = [
  ["↑ ↓ k j", "in a list: the row above or below"],
  ["PageUp PageDown Home End", "in a list: far away"],
  ["Enter", "in a list or picture: open what is chosen"],
  ["← →", "in the tree: close, open a branch"],
  ["+ − 0", "in a picture: larger, smaller, all of it"],
  ["↑ ↓ ← →", "in a picture: move"],
  ["Alt+← Alt+→", "back, forward"],
];

function go(address) {
  location.hash = address;
}

function start_keyboard() {
  let is_after_g = false;
  document.getElementById("help-button").addEventListener("click", show_help);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea, dialog")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const wanted = is_after_g ? `g ${event.key}` : event.key;
    is_after_g = event.key === "g" && !is_after_g;
    const entry = key_table().find(([key]) => key === wanted);
    if (!entry) return;
    event.preventDefault();
    entry[2]();
  });
}

function show_help() {
  const help = document.getElementById("help");
  const rows = [...key_table(), ...keys_inside];
  replace_children(help,
    element("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => help.close() }, "×"),
    element("h2", { id: "help-title" }, "Keys"),
    element("table", {}, element("tbody", {}, rows.map(([key, text]) => element("tr", {},
      element("th", { scope: "row" }, key.split(" ").map((each) => [element("kbd", {}, each), " "])), element("td", {}, text))))));
  help.showModal();
}
