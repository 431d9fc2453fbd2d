// Which view belongs to which address. Back and forward are the browser's; a view returns to where it was scrolled.

// The first part of the address, the view, the name in the navigation, and its key after `g`. A view without a name is reached
// through links.
const routes = [
  { path: "overview", view: overview_view, name: "Overview", key: "o" },
  { path: "failure", view: failure_view, name: "Why it failed", key: "x", shown: () => model.index.failure },
  { path: "structure", view: structure_view, name: "Structure", key: "s", shown: has_structure },
  { path: "equations", view: equations_view, name: "Equations", key: "e", shown: () => model.index.sets?.length > 0 },
  { path: "variables", view: variables_view, name: "Variables", key: "v", shown: () => model.names.length > 0 },
  { path: "initialization", view: initialization_view, name: "Initialization", key: "i", shown: () => find_set("iEq") },
  { path: "events", view: events_view, name: "Events", key: "t", shown: has_events },
  { path: "dependencies", view: dependencies_view, name: "Dependencies", key: "d", shown: has_structure },
  { path: "run", view: run_view, name: "Run", key: "r", shown: () => model.index.run },
  { path: "diff", view: diff_view, name: "Differences", key: "c", shown: () => model.index.chunks.includes("diff") },
  { path: "equation", view: equation_view, parent: "equations" },
  { path: "block", view: block_view, parent: "structure" },
  { path: "variable", view: variable_view, parent: "variables" },
  { path: "named", view: named_view, parent: "variables" },
  { path: "shared", view: shared_view, parent: "equations" },
  { path: "source", view: source_view, parent: "equations" },
];

const visited = { address: null, view: null, shown: null, positions: new Map() };

// "#/equations?set=Eq&q=h" as {path: ["equations"], query: URLSearchParams}.
function parse_address(address) {
  const [path, query] = address.replace(/^#\//, "").split("?", 2);
  let parts;
  try {
    parts = path.split("/").map(decodeURIComponent);
  } catch {
    parts = [""];
  }
  return { path: parts, query: new URLSearchParams(query ?? "") };
}

function has_structure() {
  return model.index.chunks.some((each) => each.startsWith("structure/"));
}

function has_events() {
  return model.index.chunks.includes("events") && Object.values(model.index.events ?? {}).some((each) => each > 0);
}

function has_view(route) {
  return !route.shown || route.shown();
}

// Changes the address without a new entry in the history, as while somebody types into a filter.
function replace_address(address) {
  history.replaceState(null, "", address);
  visited.address = address;
}

function address_of(path, query) {
  const text = query.toString();
  return `#/${path}${text ? `?${text}` : ""}`;
}

async function show_address() {
  const address = location.hash.startsWith("#/") ? location.hash : "#/overview";
  if (visited.address === address) return;
  remember_position();
  const { path, query } = parse_address(address);
  const route = routes.find((each) => each.path === path[0]);
  visited.address = address;
  mark_in_navigation(route);
  const main = document.getElementById("main");
  if (visited.shown?.path === path[0] && visited.shown.update) {
    visited.shown.update(query);
    return;
  }
  let content = null;
  try {
    content = route && has_view(route) ? await route.view(path.slice(1), query) : null;
  } catch (error) {
    content = broken_view(error);
  }
  // Meanwhile, the reader may have gone elsewhere.
  if (visited.address !== address) return;
  const shown = content ?? missing_view(address);
  visited.shown = { path: path[0], ...shown };
  document.title = `${shown.title} – ${model.index.model.name}`;
  main.className = shown.fills ? "fills" : "";
  replace_children(main, shown.content);
  shown.ready?.();
  if (visited.view !== null) focus_content(main);
  visited.view = path[0];
  restore_position(address);
  announce(shown.title);
}

function focus_content(main) {
  const heading = main.querySelector("h1");
  if (!heading) return;
  heading.setAttribute("tabindex", "-1");
  heading.focus({ preventScroll: true });
}

function remember_position() {
  if (!visited.address) return;
  const position = visited.shown?.position?.() ?? document.getElementById("main").scrollTop;
  visited.positions.set(visited.address, position);
}

function restore_position(address) {
  const position = visited.positions.get(address) ?? 0;
  if (visited.shown.restore) {
    visited.shown.restore(position);
  } else {
    document.getElementById("main").scrollTop = position;
  }
}

function missing_view(address) {
  return {
    title: "Not found",
    content: [element("h1", {}, "Not found"), element("p", {}, "This page has nothing at the address ", element("code", {}, address), ".")],
  };
}

// Data that does not keep to the contract must not leave an old view on the screen.
function broken_view(error) {
  console.error(error);
  return {
    title: "Problem",
    content: [element("h1", {}, "Problem"), element("p", { class: "message error" }, `This view cannot be shown: ${error.message}`)],
  };
}

function draw_navigation() {
  replace_children(document.getElementById("views"), routes.filter((each) => each.name && has_view(each)).map((each) =>
    element("li", {}, element("a", { href: `#/${each.path}`, "data-path": each.path, title: `g ${each.key}` }, each.name))));
}

function mark_in_navigation(route) {
  const path = route?.parent ?? route?.path;
  for (const link of document.querySelectorAll("#views a")) {
    if (link.dataset.path === path) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}
