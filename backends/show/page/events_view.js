// Events: what can cause one, what it changes, and clocks; as a graph and as tables.

const most_event_nodes = 90;

async function events_view([wanted]) {
  const events = await chunk("events");
  if (!events) return null;
  const row_of = wanted ? document_id(wanted) : null;
  return {
    title: "Events",
    content: [
      element("h1", {}, "Events"),
      events_graph(events.graph, wanted),
      crossings_section(events.crossings ?? []),
      conditions_section(events),
      samplings_section(events.samplings ?? []),
      clocks_section(events),
      actions_section(events.actions ?? []),
      delays_section(events.delays ?? []),
      assertions_section(events.assertions ?? []),
    ],
    ready: () => {
      const row = row_of && document.getElementById(row_of);
      row?.scrollIntoView({ block: "center" });
      row?.classList.add("wanted");
    },
    restore: wanted ? () => {} : undefined,
  };
}

// The id of the row of "z1", "w2", …
function document_id(node) {
  return `event-${node}`;
}

const node_colours = { z: "state", w: "discrete", e: "none", a: "bad", s: "warn", c: "good", p: "linear" };
const node_kinds = { z: "zero crossing", w: "when-condition", e: "equation", a: "action", s: "sampling", c: "clock", p: "clocked partition" };

function event_address(id) {
  return id[0] === "e" ? equation_address(`riEq.${id.slice(1)}`) : `#/events/${id}`;
}

function events_graph(graph, wanted) {
  if (!graph?.nodes?.length) return note("Nothing happens at events.");
  const nodes = graph.nodes.length <= most_event_nodes ? graph.nodes : nodes_around(graph, wanted ?? graph.nodes[0].id);
  return section("What leads to what",
    note("An arrow leads from what causes something to what it activates.", nodes.length < graph.nodes.length &&
      ` The ${nodes.length} of ${count_text(graph.nodes.length)} nearest to ${wanted ?? nodes[0].id}; choose another one in the tables below.`),
    legend([["state", "zero crossing"], ["discrete", "when-condition"], ["line", "equation"], ["warn", "sampling"], ["good", "clock"], ["bad", "action"]]),
    layered_graph("Events", nodes.map((each) => ({
      id: each.id, text: each.text, second: `${node_kinds[each.id[0]] ?? each.kind} ${each.id.slice(1)}`, title: each.text,
      address: event_address(each.id), colour: node_colours[each.id[0]], wanted: each.id === wanted,
    })), graph.edges ?? []));
}

function nodes_around(graph, start) {
  const chosen = new Set([start]);
  for (let grows = true; grows && chosen.size < most_event_nodes / 2;) {
    grows = false;
    for (const [from, to] of graph.edges ?? []) {
      if (chosen.has(from) === chosen.has(to) || chosen.size >= most_event_nodes / 2) continue;
      chosen.add(from).add(to);
      grows = true;
    }
  }
  return graph.nodes.filter((each) => chosen.has(each.id));
}

// A table of which each row has an id, so that graph and links lead to it.
function event_table(caption, letter, headings, rows, draw) {
  const box = table(caption, ["Number", ...headings], rows.slice(0, 400).map((row, i) => [event_number(letter, i + 1), ...draw(row)]));
  [...box.querySelectorAll("tbody tr")].forEach((each, i) => (each.id = document_id(`${letter}${i + 1}`)));
  return section(`${caption}: ${count_text(rows.length)}`, box, rows.length > 400 && note("The first 400."));
}

function event_number(letter, number) {
  return element("a", { href: `#/events/${letter}${number}`, class: "code" }, `${letter}${number}`);
}

function instant_links(numbers) {
  return shortened(numbers ?? [], 12, (each) => [equation_link(`riEq.${each}`), " "]);
}

function crossings_section(rows) {
  return rows.length > 0 && event_table("Zero crossings", "z", ["Relation", "Crosses zero", "Found by", "Equations it concerns", "Source"], rows, (row) => [
    formula(row.relation, { links: true }), formula(row.function, { links: true }),
    row.kind === "time" ? [element("span", {}, "time event"), row.time && [" at ", formula(row.time, { links: true })]] : "root search",
    instant_links(row.equations), place_link(row.place)]);
}

function conditions_section(events) {
  const rows = events.conditions ?? [];
  return rows.length > 0 && [
    event_table("When-conditions", "w", ["Condition", "Activates", "Source"], rows, (row) => [
      formula(row.condition, { links: true }), instant_links(row.equations), place_link(row.place)]),
    events.triggers?.length > 0 && section("Conditions that are variables", note("Such an equation determines a Boolean that a condition mentions."),
      table("Conditions that are variables", ["Equation", "Activates"], events.triggers.slice(0, 400).map((row) => [
        equation_link(`riEq.${row.equation}`), instant_links(row.equations)]))),
  ];
}

function samplings_section(rows) {
  return rows.length > 0 && event_table("Samplings", "s", ["Start", "Interval"], rows, (row) => [
    formula(row.start, { links: true }), formula(row.interval, { links: true })]);
}

function clocks_section({ clocks = [], partitions = [] }) {
  return [
    clocks.length > 0 && event_table("Clocks", "c", ["Name", "Kind", "Interval", "Condition", "Source"], clocks, (row) => [
      element("span", { class: "name" }, row.name), row.kind ?? "periodic", row.interval && formula(row.interval, { links: true }),
      row.condition && formula(row.condition, { links: true }), place_link(row.place)]),
    partitions.length > 0 && event_table("Clocked partitions", "p", ["Clock", "Factor", "Shift", "Solver", "#Equations"], partitions, (row) => [
      row.clock ? event_number("c", row.clock) : "", row.factor, row.shift, row.solverMethod,
      element("a", { href: `#/equations?set=${encodeURIComponent(row.set)}` }, count_text(row.equations ?? 0))]),
  ];
}

function actions_section(rows) {
  return rows.length > 0 && event_table("Actions", "a", ["Kind", "What", "When", "Source"], rows, (row) => [
    row.kind, formula(row.value, { links: true }), (row.conditions ?? []).map((each) => [event_number("w", each), " "]), place_link(row.place)]);
}

function delays_section(rows) {
  return rows.length > 0 && section("Delays", table("Delays", ["Value", "By"], rows.map((row) => [
    formula(row.value, { links: true }), formula(row.by, { links: true })])));
}

function assertions_section(rows) {
  return rows.length > 0 && section(`Assertions: ${count_text(rows.length)}`,
    table("Assertions", ["Condition", "Otherwise", "Message", "Source"], rows.slice(0, 400).map((row) => [
      formula(row.condition, { links: true }), row.level ?? "error", element("code", { class: "formula-text" }, row.message.text), place_link(row.place)])),
    rows.length > 400 && note("The first 400."));
}
