// Why a model was not translated: how far it got, and for a singular one the smallest sets of equations in conflict.

function failure_view() {
  const { failure } = model.index;
  if (!failure) return null;
  return {
    title: "Why it failed",
    content: [
      element("h1", {}, "Why it failed"),
      element("ol", { class: "stages", "aria-label": "How far it got" },
        (failure.done ?? []).map((each) => element("li", { class: "done" }, element("code", {}, each))),
        element("li", { class: "stopped", "aria-current": "step" }, element("code", {}, failure.stage))),
      failure.messages?.length > 0 && section("Messages", element("ul", { class: "messages" }, failure.messages.map(message_item))),
      (failure.conflicts ?? []).map(conflict_section),
      undetermined_section(failure.undetermined ?? []),
      model.index.sets?.length > 0 && element("p", {}, element("a", { href: "#/equations" }, "The equations as they were when it stopped")),
    ],
  };
}

function conflict_section(conflict, i, all) {
  const equations = conflict.equations ?? [];
  const unknowns = conflict.unknowns ?? [];
  return section(all.length > 1 ? `Conflict ${i + 1}` : "Equations in conflict",
    element("p", {}, element("strong", {}, `${counted(equations.length, "equation")}, but only ${counted(unknowns.length, "unknown")}.`),
      " Without any one of these equations, the others have enough unknowns."),
    element("ul", { class: "equations" }, shortened(equations, 60, (each) => element("li", {},
      element("div", { class: "formula-cell" }, formula(each.equation, { links: true }),
        each.component ? element("span", { class: "quiet" }, "  in ", model.paths[each.component]) : null),
      each.place && source_extract(each.place)))),
    unknowns.length > 0 && [element("h3", {}, "Their unknowns"), element("ul", { class: "names" },
      shortened(unknowns, 60, (each) => element("li", {}, unknown_text(each), each.place && [" ", place_link(each.place)])))]);
}

// An unknown of a failed model may have no row, if the model was not complete yet.
function unknown_text({ text }) {
  const v = model.names.indexOf(text.replace(/^der\((.*)\)$/, "$1"));
  return v < 0 ? element("code", {}, text) : element("a", { href: variable_address(v), class: "name" }, text);
}

function undetermined_section(rows) {
  if (rows.length === 0) return null;
  return section("Not determined", table("Unknowns that nothing determines", ["Unknown", "Why", "Declared"], rows.map((each) => [
    unknown_text(each), each.reason, place_link(each.place)])));
}
