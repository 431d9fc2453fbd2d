// Filters of the lists: which rows match what the reader asks for.

// A filter that is in the address: a select or an input that changes one word of the query.
function query_select(label, name, query, choices, changed) {
  const select = element("select", { onchange: () => changed(name, select.value) },
    choices.map(([value, text]) => element("option", { value }, text)));
  const update = (next) => {
    select.value = next.get(name) ?? choices[0][0];
  };
  update(query);
  return { node: element("label", { class: "filter" }, element("span", {}, label), select), update };
}

function query_input(label, name, query, placeholder, changed) {
  let timer = 0;
  const input = element("input", {
    type: "search", placeholder, spellcheck: "false", autocomplete: "off", "data-filter": name,
    oninput: () => {
      clearTimeout(timer);
      timer = setTimeout(() => changed(name, input.value), 150);
    },
  });
  const update = (next) => {
    if (document.activeElement !== input) input.value = next.get(name) ?? "";
  };
  update(query);
  return { node: element("label", { class: "filter" }, element("span", {}, label), input), update };
}

// For each component whether it is that one or inside it.
function components_inside(component) {
  const rows = model.components;
  const inside = new Uint8Array(rows.length);
  inside[component] = 1;
  // Parents come before what is inside them.
  for (let i = component + 1; i < rows.length; ++i) if (rows[i][1] >= 0 && inside[rows[i][1]]) inside[i] = 1;
  return inside;
}

// The words of a search; all of them have to occur, in any order. Names without their dots and brackets are not words.
function search_words(text) {
  return (text ?? "").toLowerCase().split(/\s+/).filter((each) => each !== "");
}

function has_words(text, words) {
  const lower = text.toLowerCase();
  return words.every((each) => lower.includes(each));
}

// Looks at all rows of tables, one part after the other, and lets the browser breathe between them. `take(table, i, row)` sees
// each row, and equations that are like others with all their fields; `progress(done, total)` is called after each part. A later scan with the same owner stops this one.
async function scan_tables(owner, tables, take, progress) {
  const mine = (owner.scan = {});
  const total = tables.reduce((sum, each) => sum + each.rows, 0);
  const can_keep = total <= kept_parts * rows_of_part() / 2;
  let done = 0;
  for (const { table: name, rows } of tables) {
    for (let first = 0; first < rows; first += rows_of_part()) {
      const number = first / rows_of_part();
      const part = await (can_keep ? table_part(name, number).promise : decode_chunk(`${name}/${number}`));
      for (const [i, row] of (part ?? []).entries()) {
        // Most of these rows are known, and waiting for each would take long.
        const other = row.same && equation_or_wait(row.same, () => {});
        const full = row.same ? completed(row, other ?? await equation_row(row.same)) : row;
        if (owner.scan !== mine) return false;
        take(name, first + i, full);
      }
      done = Math.min(total, done + (part ?? []).length);
      progress(done, total);
      await new Promise((resume) => setTimeout(resume, 0));
      if (owner.scan !== mine) return false;
    }
  }
  return true;
}
