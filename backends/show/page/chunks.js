// The data of the page: chunks, which are decoded when somebody asks for them. docs/moshow.md describes them.

// Parts of tables are large, so only those that were used last are kept.
const kept_parts = 12;
const whole_chunks = new Map();
const table_parts = new Map();

function bytes_of_base64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

async function decode_chunk(name) {
  const script = document.querySelector(`script[data-chunk="${CSS.escape(name)}"]`);
  if (!script) return null;
  const stream = new Blob([bytes_of_base64(script.textContent)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

// The chunk with that name as a promise; null if the page has none.
function chunk(name) {
  if (!whole_chunks.has(name)) whole_chunks.set(name, decode_chunk(name));
  return whole_chunks.get(name);
}

// What is known everywhere, once the page has started: `index`, the columns of `names`, the tree of components, and the path
// of each component.
const model = { index: null, names: [], kinds: "", component_of: [], components: [], paths: [] };

async function load_model() {
  model.index = await chunk("index");
  const [names, components] = await Promise.all([chunk("names"), chunk("components")]);
  model.names = names?.names ?? [];
  model.kinds = names?.kinds ?? "";
  model.component_of = names?.components ?? [];
  model.components = components ?? [["", -1, 0, 0]];
  model.paths = component_paths(model.components);
}

function component_paths(rows) {
  const paths = [];
  for (const [name, parent] of rows) paths.push(parent > 0 ? `${paths[parent]}.${name}` : name);
  return paths;
}

function rows_of_part() {
  return model.index.rowsOfChunk;
}

// A part of a table: {rows, promise}; the rows are null until they are decoded.
function table_part(table, number) {
  const name = `${table}/${number}`;
  let part = table_parts.get(name);
  if (part) {
    table_parts.delete(name);
  } else {
    part = { rows: null, promise: null };
    part.promise = decode_chunk(name).then((rows) => (part.rows = rows ?? []));
  }
  table_parts.set(name, part);
  while (table_parts.size > kept_parts) table_parts.delete(table_parts.keys().next().value);
  return part;
}

// Row `number` of a table as a promise; undefined if there is none.
async function table_row(table, number) {
  const rows = await table_part(table, Math.floor(number / rows_of_part())).promise;
  return rows[number % rows_of_part()];
}

// The row if it is decoded already. Otherwise null, and `then` is called when it is.
function row_or_wait(table, number, then) {
  const part = table_part(table, Math.floor(number / rows_of_part()));
  if (part.rows) return part.rows[number % rows_of_part()];
  part.promise.then(then);
  return null;
}

function variable_row(v) {
  return table_row("variables", v);
}

function find_set(name) {
  return model.index.sets?.find((each) => each.set === name);
}

// "P1.Eq.7" as {set: "P1.Eq", number: 7}.
function equation_parts(equation) {
  const dot = equation.lastIndexOf(".");
  return { set: equation.slice(0, dot), number: Number(equation.slice(dot + 1)) };
}

// "P1.Eq/3" as {set: "P1.Eq", number: 3}.
function block_parts(block) {
  const slash = block.lastIndexOf("/");
  return { set: block.slice(0, slash), number: Number(block.slice(slash + 1)) };
}

// A row of equations that is like another one has the fields of that one, apart from its number and block.
function completed(row, other) {
  return { ...other, n: row.n, block: row.block };
}

async function equation_row(equation) {
  const { set, number } = equation_parts(equation);
  const row = await table_row(`equations/${set}`, number - 1);
  return row?.same ? completed(row, await equation_row(row.same)) : row;
}

// The row if it is decoded already. Otherwise null, and `then` is called when more of it is.
function equation_or_wait(equation, then) {
  const { set, number } = equation_parts(equation);
  const row = row_or_wait(`equations/${set}`, number - 1, then);
  if (!row?.same) return row;
  const other = equation_or_wait(row.same, then);
  return other && completed(row, other);
}

// The line at a place, if the page has it.
async function source_line(place) {
  const sources = await chunk("sources");
  return sources?.files?.[place[0]]?.lines?.[place[1]];
}
