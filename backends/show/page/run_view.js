// A simulation of the model: where its time went, and its states.

async function run_view() {
  const { run } = model.index;
  if (!run) return null;
  const states = [];
  for (let v = 0; v < model.names.length && states.length < 24; ++v) if (model.kinds[v] === "s") states.push(v);
  const curves = await Promise.all(states.map(curve_of_variable));
  return {
    title: "Run",
    content: [
      element("h1", {}, "Run"),
      facts([
        ["results", element("code", {}, run.file)],
        ["time", `${number_text(run.start)} to ${number_text(run.stop)} s`],
        ["points", run.points && count_text(run.points)],
        ["not in the results", run.missing > 0 && counted(run.missing, "variable")],
      ]),
      profile_section(run.profile ?? []),
      section("States", element("div", { class: "curves" }, states.map((v, i) => curves[i] && element("figure", {},
        element("figcaption", {}, variable_link(v)), curve_picture(model.names[v], "", curves[i]))))),
      note("Each variable shows its curve on its own page, and small ones are in the ", element("a", { href: "#/variables" }, "list of variables"), "."),
    ],
  };
}

function share_text(share) {
  return share > 0 && share < 0.005 ? "< 1 %" : `${Math.round(100 * share)} %`;
}

function profile_section(rows) {
  if (rows.length === 0) return null;
  const sorted = [...rows].sort((a, b) => b.milliseconds - a.milliseconds);
  const total = sorted.reduce((sum, each) => sum + each.milliseconds, 0);
  const most = Math.max(sorted[0].milliseconds, 1e-9);
  return section("Where the time went",
    table("Where the time went", ["What", "Block", "#Milliseconds", "#Share", "", "#Calls"], sorted.slice(0, 200).map((row) => [
      row.text, row.block && block_link(row.block), number_text(row.milliseconds), share_text(row.milliseconds / (total || 1)),
      element("span", { class: "bars" }, bar(row.milliseconds / most, "bar-after")), row.calls === undefined ? "" : count_text(row.calls)])));
}
