// The overview: what the tools have made of the model, in numbers and reasons.

async function overview_view() {
  const { index } = model;
  const [states, initialization] = await Promise.all([chunk("states"), chunk("initialization")]);
  return {
    title: "Overview",
    content: [
      element("h1", {}, index.model.name),
      index.model.description && element("p", {}, index.model.description),
      index.failure && failure_banner(index),
      sizes(index),
      facts(experiment_facts(index)),
      messages_section(index),
      loops_section(index),
      states_section(states ?? {}),
      assumptions_overview(initialization?.assumptions ?? []),
      passes_section(index),
    ],
  };
}

function failure_banner(index) {
  return element("p", { class: "message error" }, element("strong", {}, "The model was not translated."), " It got as far as ",
    element("code", {}, index.failure.stage), ". ", element("a", { href: "#/failure" }, "Why"));
}

function tile(number, text, address) {
  const content = [element("b", {}, typeof number === "number" ? count_text(number) : number), element("span", {}, text)];
  return address ? element("a", { class: "tile", href: address }, content) : element("div", { class: "tile" }, content);
}

function sizes(index) {
  const { counts = {}, sets = [], events = {} } = index;
  const first = sets[0];
  const kind_tile = (letter) => counts[kind_words[letter]] > 0 &&
    tile(counts[kind_words[letter]], plural_kind(letter, counts[kind_words[letter]]), `#/variables?kind=${letter}`);
  const event_count = Object.values(events).reduce((sum, each) => sum + each, 0);
  const loop_count = index.loopCount ?? 0;
  // Of a model that failed, these were not computed.
  const is_complete = index.status !== "failed";
  return element("div", { class: "tiles" },
    sets.map((each) => tile(each.equations, `equations ${each.title}`, `#/equations?set=${encodeURIComponent(each.set)}`)),
    tile(index.variables, "variables", "#/variables"),
    ["s", "x", "d", "p", "i", "a", "r"].map(kind_tile),
    is_complete && first && tile(loop_count, loop_count === 1 ? "algebraic loop" : "algebraic loops", loop_count > 0 ? "#/equations?set=*&kind=loops" : null),
    is_complete && event_count > 0 && tile(events.state + events.time, "zero crossings", "#/events"),
    is_complete && index.structuralIndex !== undefined && tile(index.structuralIndex, "structural index"));
}

function plural_kind(letter, count) {
  const words = { s: "state", x: "algebraic variable", d: "discrete variable", p: "parameter", i: "input", a: "alias", r: "variable computed on request" };
  if (count === 1) return words[letter];
  return { a: "aliases", r: "computed on request only" }[letter] ?? `${words[letter]}s`;
}

function experiment_facts(index) {
  const { experiment = {} } = index.model;
  const shown = ["startTime", "stopTime", "tolerance", "interval"].filter((each) => experiment[each] !== undefined);
  const events = Object.entries(index.events ?? {}).filter(([, count]) => count > 0).map(([name, count]) => counted(count, event_words[name] ?? name));
  return [
    ["experiment", shown.map((each) => `${each} ${experiment[each]}`).join(", ")],
    ["events", events.length > 0 && element("a", { href: "#/events" }, events.join(", "))],
    ["results", index.run && [element("code", {}, index.run.file), ": ", element("a", { href: "#/run" }, "curves, and where the time went")]],
    ["differences", index.diff && element("a", { href: "#/diff" }, `${count_text(index.diff.entries)} to ${index.diff.other}`)],
    ["made by", index.generator],
  ];
}

const event_words = {
  state: "state event", time: "time event", samples: "sampling", when: "when-condition", clocks: "clock", partitions: "clocked partition",
  delays: "delay", actions: "action", assertions: "assertion",
};

function messages_section(index) {
  if (!index.messages?.length) return null;
  return section("Messages", element("ul", { class: "messages" }, shortened(index.messages, 20, message_item)));
}

function loops_section(index) {
  if (!index.sets?.length || index.status === "failed") return null;
  const loops = index.loops ?? [];
  const largest = loops[0]?.equations ?? 1;
  return section("Algebraic loops", loops.length === 0
    ? note("There are none left: each equation is solved for its variable, one after the other.")
    : table("Algebraic loops", ["Block", "Solved", "Kind", "#Equations", "#After tearing", ""], loops.slice(0, 12).map((loop) => [
      block_link(loop.block), find_set(block_parts(loop.block).set)?.title, loop.kind, count_text(loop.equations), count_text(loop.iteration),
      element("span", { class: "bars" }, bar(loop.equations / largest, "bar-before"), bar(loop.iteration / largest, "bar-after")),
    ])),
  loops.length > 12 && element("p", {}, element("a", { href: "#/equations?set=*&kind=loops" }, `all ${count_text(index.loopCount)} loops`)));
}

function bar(share, kind) {
  const node = element("span", { class: `bar ${kind}` });
  node.style.width = `${Math.max(1, Math.round(100 * share))}%`;
  return node;
}

function states_section({ chosen = [], dependent = [], sets = [] }) {
  if (chosen.length + dependent.length + sets.length === 0) return null;
  return section("States",
    chosen.length > 0 && reasons_list("Chosen", chosen),
    sets.length > 0 && [element("h3", {}, "Chosen while the simulation runs"), sets.map(state_set)],
    dependent.length > 0 && reasons_list("Candidates that depend on others", dependent));
}

// Variables with the same reason are named together.
function reasons_list(title, rows) {
  const groups = new Map();
  for (const row of rows) {
    if (!groups.has(row.reason)) groups.set(row.reason, []);
    groups.get(row.reason).push(row);
  }
  return [
    element("h3", {}, title),
    element("dl", { class: "reasons" }, [...groups].map(([reason, members]) => [
      element("dt", {}, reason || "no reason is known"),
      element("dd", {}, shortened(members, 15, (row) => element("span", { class: "reasoned" },
        row.v !== undefined && variable_link(row.v), members.length <= 8 && row.place && [" ", place_link(row.place)],
        row.states?.length > 0 && [" follows from ", row.states.map((each) => [variable_link(each), " "])]))),
    ])),
  ];
}

function state_set(set) {
  return element("div", { class: "card" },
    element("p", {}, `${counted(set.states.length, "state")} out of `, shortened(set.candidates ?? [], 30, (v) => [variable_link(v), " "])),
    set.reason && element("p", { class: "quiet" }, set.reason),
    set.constraints?.length > 0 && [element("p", {}, "Constraints between them:"), set.constraints.map(displayed_formula)]);
}

function assumptions_overview(all) {
  if (all.length === 0) return null;
  return section(`Added at the start: ${count_text(all.length)}`,
    element("ul", {}, all.slice(0, 8).map((each) => element("li", {}, each.text))),
    all.length > 8 && element("p", {}, element("a", { href: "#/initialization" }, "all of them")));
}

function passes_section(index) {
  const passes = index.passes ?? [];
  if (passes.length === 0) return null;
  const most = Math.max(1, ...passes.map((each) => each.equations));
  return section("Passes", table("Sizes after each pass", ["Pass", "Purpose", "#Equations", "", "#Variables", "#Milliseconds"],
    passes.map((each) => [element("code", {}, each.pass), element("span", { class: "quiet" }, each.summary), count_text(each.equations),
      element("span", { class: "bars" }, bar(each.equations / most, "bar-before")), count_text(each.variables),
      each.milliseconds === undefined ? "" : number_text(each.milliseconds)])));
}
