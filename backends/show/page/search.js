// The field that goes anywhere: variables, equations, blocks and components by name.

const most_found = 40;

// Exact names first, then names that begin with the text, then names of which the last part does, then all others.
function rank_of(name, text) {
  if (name === text) return 0;
  if (name.startsWith(text)) return 1;
  return name.slice(name.lastIndexOf(".") + 1).startsWith(text) ? 2 : 3;
}

// Names that contain all words.
function find_names(names, text, entry_of) {
  const ranks = [[], [], [], []];
  const words = search_words(text);
  for (let i = 0; i < names.length; ++i) {
    const name = names[i].toLowerCase();
    if (!words.every((each) => name.includes(each))) continue;
    const rank = ranks[rank_of(name, text)];
    if (rank.length < most_found) rank.push(i);
  }
  return ranks.flat().slice(0, most_found).map(entry_of);
}

function find_equation(text) {
  const found = [];
  for (const { set, equations, blocks } of model.index.sets ?? []) {
    const lower = set.toLowerCase();
    const number = text.startsWith(lower) ? text.slice(lower.length) : text;
    const match = /^[.[/ ]?(\d+)\]?$/.exec(number);
    if (!match) continue;
    const n = Number(match[1]);
    const is_block = number.startsWith("/");
    if (!is_block && n >= 1 && n <= equations) found.push({ kind: "equation", text: `${set}.${n}`, address: equation_address(`${set}.${n}`) });
    if (n >= 1 && n <= blocks) found.push({ kind: "block", text: `${set}/${n}`, address: block_address(`${set}/${n}`) });
  }
  return found;
}

function find_anything(input) {
  const text = input.trim().toLowerCase();
  if (text === "") return [];
  const views = routes.filter((each) => each.name && has_view(each) && each.name.toLowerCase().startsWith(text))
    .map((each) => ({ kind: "view", text: each.name, address: `#/${each.path}` }));
  const variables = find_names(model.names, text,
    (v) => ({ kind: kind_words[model.kinds[v]] ?? "variable", text: model.names[v], address: variable_address(v) }));
  const components = find_names(model.paths, text,
    (i) => ({ kind: "component", text: model.paths[i], address: `#/equations?set=*&component=${i}` })).filter((each) => each.text !== "");
  return [...views, ...find_equation(text), ...variables.slice(0, 30), ...components.slice(0, 10)];
}

function start_search() {
  const input = document.getElementById("search");
  const list = document.getElementById("search-results");
  let found = [];
  let current = -1;

  function close() {
    list.hidden = true;
    current = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function mark(next) {
    current = found.length === 0 ? -1 : (next + found.length) % found.length;
    [...list.children].forEach((item, i) => item.setAttribute("aria-selected", i === current ? "true" : "false"));
    if (current < 0) return;
    list.children[current].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", list.children[current].id);
  }

  function open(entry) {
    close();
    input.value = "";
    input.blur();
    go(entry.address);
  }

  function show() {
    found = find_anything(input.value);
    if (input.value.trim() === "") return close();
    replace_children(list, found.length === 0
      ? element("li", { class: "quiet", role: "presentation" }, "Nothing has this name. The filter of the equations also searches formulas.")
      : found.map((entry, i) => element("li", {
        role: "option", id: `found-${i}`, "aria-selected": "false",
        onmousedown: (event) => {
          event.preventDefault();
          open(entry);
        },
      }, element("span", { class: "name" }, entry.text), element("span", { class: "quiet" }, entry.kind))));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    mark(0);
  }

  input.addEventListener("input", show);
  input.addEventListener("focus", show);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") mark(current + 1);
    else if (event.key === "ArrowUp") mark(current - 1);
    else if (event.key === "Enter" && current >= 0) open(found[current]);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
}
