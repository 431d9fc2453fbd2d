// Expressions and functions of a MOO document (docs/operators.md) become JavaScript. Names of the model never get into
// the program: variables are numbers of places, local variables x1, x2, …, and texts are quoted by JSON.stringify.
'use strict';

class Failure extends Error {}              // code 1: the simulation fails; 3: the document needs what is missing here
const fail = (message, code = 1) => { throw Object.assign(new Failure(message), { code }); };

// ---------------------------------------------------------------- the document and its memory
const run = {                               // what expressions read, and simulate.js changes
  doc: null, time: 0, lambda: 1, isInitial: false, isTerminal: false, isTerminated: false,
  isFree: true,                             // mode `free`: evaluate and remember relations; otherwise they are `held`
  samples: new Set(),                       // numbers of the samplings that are true
};
const value = [], der = [], pre = [], remembered = [], places = new Map(), warned = new Set();
const list = section => run.doc[section] || [];
const isArray = Array.isArray, isObject = e => e !== null && typeof e === 'object' && !isArray(e);
const place = name => places.get(name) ?? fail(`unknown variable ${name}`);
const declared = (section, name) => list(section).find(each => each.name === name);
function initialValue(type, sizes = type.sizes ?? []) {   // 0, false, "" or the first literal
  const name = type.element ?? type, known = declared('types', name);
  const scalar = known?.kind === 'record' ? recordOf(name, known.members.map(m => initialValue(m.type)))
    : known ? 1 : { Boolean: false, String: '' }[name] ?? 0;
  return operators.fill(scalar, ...sizes);
}
function complain(message, level, source) {
  if (level !== 'warning') fail(`${source}: ${message}`);
  if (!warned.has(source + message)) process.stderr.write(`warning: ${source}: ${message}\n`);
  warned.add(source + message);
}

// ---------------------------------------------------------------- arrays are nested lists, records are objects
class Tuple { constructor(values) { this.values = values; } }           // the results of a call
const copy = x => isArray(x) ? x.map(copy) : x instanceof Tuple ? copy(x.values[0]) : isObject(x) ? { ...x } : x;
const members = type => declared('types', type).members.map(m => m.name);
const recordOf = (type, fields) => Object.fromEntries(members(type).map((name, i) => [name, fields[i]]));
const fieldOf = (record, name) => isArray(record) ? record.map(r => fieldOf(r, name)) : record[name];
const each = f => function apply(x, y) {    // element by element; a scalar is paired with every element
  if (!isArray(x) && !isArray(y)) return f(x, y);
  if (isArray(x) && isArray(y) && x.length !== y.length) fail('arrays of different sizes');
  return isArray(x) ? x.map((xi, i) => apply(xi, isArray(y) ? y[i] : y)) : y.map(yi => apply(x, yi));
};
const flat = a => isArray(a) ? a.flat(Infinity) : [a], sizes = a => isArray(a) ? [a.length, ...sizes(a[0])] : [];
const table = (m, n, f) => Array.from({ length: m }, (_, i) => Array.from({ length: n }, (_, j) => f(i, j)));
const transpose = a => table(a.length && a[0].length, a.length, (i, j) => a[j][i]);
const dot = (u, v) => u.length === v.length ? u.reduce((s, x, i) => s + x * v[i], 0) : fail('different sizes');
const add = each((x, y) => x + y), subtract = each((x, y) => y === undefined ? -x : x - y);
const scale = each((x, y) => x * y), divide = each((x, y) => x / y);
function multiply(a, b) {
  if (!isArray(a) || !isArray(b)) return scale(a, b);
  if (isArray(a[0])) return a.map(row => multiply(row, b));
  return isArray(b[0]) ? transpose(b).map(column => dot(a, column)) : dot(a, b);
}
const range = (start, step, stop) =>
  Array.from({ length: Math.max(0, Math.floor((stop - start) / step + 1e-9) + 1) }, (_, k) => start + k * step);
const at = (a, i) => typeof i === 'number' && i - 1 in a ? i - 1 : fail(`a subscript is ${i}`);
// A subscript is undefined for `:`, and a function of the size if it contains `end`.
const chosen = (a, i) => typeof i === 'function' ? i(a.length) : i === undefined ? range(1, 1, a.length) : i;
const select = (a, i, ...rest) => each(k => rest.length ? select(a[at(a, k)], ...rest) : a[at(a, k)])(chosen(a, i));
function store(x, a, i, ...rest) {
  const k = chosen(a, i);
  if (isArray(k)) k.forEach((one, n) => store(x[n], a, one, ...rest));
  else if (rest.length) store(x, a[at(a, k)], ...rest);
  else a[at(a, k)] = x;
}

// ---------------------------------------------------------------- operators and functions of values
const whole = f => each((x, y) => y === 0 ? fail('division by zero') : f(x, y));
const lesser = (a, b) => a < b ? a : b, greater = (a, b) => a < b ? b : a;
const truth = x => isArray(x) ? fail('logical operators of arrays are not supported') : x;
const extreme = better => (a, ...b) => b.length ? better(a, b[0]) : flat(a).reduce(better);
const operators = {
  __proto__: null, '<': (x, y) => x < y, '<=': (x, y) => x <= y, '>': (x, y) => x > y, '>=': (x, y) => x >= y,
  '==': (x, y) => x === y, '<>': (x, y) => x !== y, not: each(x => !x), min: extreme(lesser), max: extreme(greater),
  '+': add, '-': subtract, '*': multiply, '/': divide, '.+': add, '.-': subtract, '.*': scale, './': divide,
  '^': (a, n) => isArray(a) ? Array(n).fill(a).reduce(multiply, operators.identity(a.length)) : a ** n,
  '.^': each((x, y) => x ** y), integer: each(Math.floor), div: whole((x, y) => Math.trunc(x / y)), Real: x => x,
  mod: whole((x, y) => x - Math.floor(x / y) * y), rem: whole((x, y) => x - Math.trunc(x / y) * y), Integer: x => x,
  array: (...xs) => xs, range: (a, b, c) => c === undefined ? range(a, 1, b) : range(a, b, c), transpose, vector: flat,
  size: (a, i) => i === undefined ? sizes(a) : sizes(a)[i - 1], ndims: a => sizes(a).length, scalar: a => flat(a)[0],
  sum: a => flat(a).reduce(add, 0), product: a => flat(a).reduce(scale, 1), zeros: (...n) => operators.fill(0, ...n),
  fill: (x, n, ...rest) => n === undefined ? copy(x) : Array.from({ length: n ?? 0 }, () => operators.fill(x, ...rest)),
  ones: (...n) => operators.fill(1, ...n), diagonal: v => table(v.length, v.length, (i, j) => i === j ? v[i] : 0),
  identity: n => operators.diagonal(Array(n).fill(1)), outerProduct: (u, v) => u.map(x => scale(x, v)),
  cross: (u, v) => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]],
  cat: (k, ...as) => k === 1 ? as.flat(1) : as[0].map((_, i) => operators.cat(k - 1, ...as.map(a => a[i]))),
};
for (const name of 'sin cos tan asin acos atan atan2 sinh cosh tanh exp log log10 sqrt abs sign floor ceil'.split(' '))
  operators[name] = each(Math[name]);
const reductions = { array: a => a, sum: a => a.reduce(add, 0), product: a => a.reduce(multiply, 1),
  min: a => a.reduce(lesser, Number.MAX_VALUE), max: a => a.reduce(greater, -Number.MAX_VALUE) };

// ---------------------------------------------------------------- expressions become text of JavaScript
const tools = { run, value, der, pre, remembered, operators, reductions, shared, callee, fail, complain, copy, select,
  store, truth, recordOf, fieldOf, initialValue, Tuple };
const build = text => new Function(...Object.keys(tools), `'use strict'; return ${text};`)(...Object.values(tools));
const programs = new Map(), rows = {}, callees = { __proto__: null };
let epoch = 0, id = 0;                      // numbers of evaluations, and of names x1, x2, …
function evaluate(e) {                      // each expression of the document is translated once
  if (!programs.has(e)) programs.set(e, build(`() => ${translate(e)}`));
  epoch++;
  return programs.get(e)();
}
function shared(k, isQuiet) {               // computed once in each evaluation
  const compile = () => build(`() => ${translate(list('shared')[k - 1], { ...outside, isQuiet })}`);
  const row = rows[isQuiet ? -k : k] ??= { compute: compile() };
  return row.epoch === epoch ? row.value : Object.assign(row, { value: row.compute(), epoch }).value;
}
const outside = { isQuiet: false, locals: new Map() };    // inside noEvent? names of the local variables
const inside = (scope, names) => ({ ...scope, locals: new Map([...scope.locals, ...names.map(n => [n, `x${++id}`])]) });
function translate(e, scope = outside) {
  if (!isArray(e)) return typeof e === 'string' ? `value[${place(e)}]` : `(${e})`;
  const [op, ...args] = e.filter(x => !isObject(x)), t = x => translate(x, scope);
  if (forms[op]) return forms[op](args, t, scope);
  if (operators[op]) return `operators[${quote(op)}](${args.map(t)})`;
  return `fail(${quote(`${op} is not supported`)})`;           // only if it is needed
}
const terms = e => isArray(e) && e[0] === '+' ? [...terms(e[1]), e[2]] : [e];         // sums can be long and deep
const quote = x => JSON.stringify(x ?? '');
const subscript = t => i => JSON.stringify(i).includes('["end"]') ? `n => ${t(i)}` : t(i);
const forms = {                             // operators that do not simply compute all operands
  __proto__: null, '+': ([a, b], t) => `[${[...terms(a), b].map(t)}].reduce(operators['+'])`,
  int: ([n]) => `(${+n})`, string: ([text]) => quote(text), time: () => 'run.time', whole: () => 'undefined',
  enum: ([type, literal]) => `${members(type).indexOf(literal) + 1}`, end: () => 'n', initial: () => 'run.isInitial',
  local: ([name], t, scope) => scope.locals.get(name) ?? fail(`unknown local variable ${name}`),
  shared: ([k], t, scope) => `shared(${+k}, ${scope.isQuiet})`, smooth: ([, e], t) => t(e),
  noEvent: ([e], t, scope) => translate(e, { ...scope, isQuiet: true }),
  relation: ([k, e], t, s) => s.isQuiet ? t(e) : `(run.isFree ? remembered[${+k}] = ${t(e)} : remembered[${+k}])`,
  and: ([a, b], t) => `(truth(${t(a)}) && ${t(b)})`, or: ([a, b], t) => `(truth(${t(a)}) || ${t(b)})`,
  if: ([c, x, y], t) => `(${t(c)} ? ${t(x)} : ${t(y)})`, terminal: () => 'run.isTerminal',
  der: ([x]) => `der[${place(x)}]`, pre: ([x]) => `pre[${place(x)}]`, sampling: ([k]) => `run.samples.has(${+k})`,
  edge: ([b], t) => `(${t(b)} && !pre[${place(b)}])`, change: ([x], t) => `(${t(x)} !== pre[${place(x)}])`,
  homotopy: ([actual, simplified], t) =>
    `((run.lambda && run.lambda * ${t(actual)}) + (run.lambda < 1 && (1 - run.lambda) * ${t(simplified)}))`,
  subscript: ([a, ...subscripts], t) => `select(${[t(a), ...subscripts.map(subscript(t))]})`,
  record: ([type, ...fields], t) => `recordOf(${quote(type)}, [${fields.map(t)}])`,
  field: ([record, name], t) => `fieldOf(${t(record)}, ${quote(name)})`,
  call: ([name, ...args], t) => `callee(${quote(name)})(${args.map(t)})`,
  output: ([k, call], t) => `((r, k) => r instanceof Tuple ? r.values[k] : r)(${t(call)}, ${k - 1})`,
  reduction: ([kind, body, ...iterators], t, scope) => {  // the last iterator runs along the first dimension
    const [name, values] = iterators.pop(), inner = inside(scope, [name]);
    const each = translate(iterators.length ? ['reduction', kind, body, ...iterators] : body, inner);
    return `reductions[${quote(kind)}](${t(values)}.map(${inner.locals.get(name)} => ${each}))`;
  },
};

// ---------------------------------------------------------------- functions
function callee(name) { return callees[name] ??= build(functionText(declared('functions', name))); }
function functionText(f) {
  const scope = inside(outside, f.variables.map(v => v.name)), t = e => translate(e, scope);
  const named = role => f.variables.filter(v => v.role === role).map(v => scope.locals.get(v.name));
  const declarations = f.variables.filter(v => v.role !== 'input').map(v => {
    const sizes = (v.sizes || []).map(n => n === null ? 0 : t(n)), first = `initialValue(${quote(v.type)}, [${sizes}])`;
    return `let ${scope.locals.get(v.name)} = ${v.binding === undefined ? first : `copy(${t(v.binding)})`};`;
  });
  const outputs = named('output'), results = outputs.length === 1 ? outputs[0] : `new Tuple([${outputs}])`;
  return `(${named('input')}) => { ${declarations.join(' ')} body: ${statements(f.body, scope)} return ${results}; }`;
}
const statements = (body, scope) =>
  `{ ${(body || []).map(s => statementForms[s.kind](s, e => translate(e, scope), scope)).join(' ')} }`;
const statementForms = {
  assignment: (s, t) => assignment(s.a, t(s.b), t), call: (s, t) => `${t(s.a)};`, break: () => 'break;',
  return: () => 'break body;', terminate: () => 'run.isTerminated = true;',
  assert: (s, t) => `if (!${t(s.a)}) complain(${t(s.b)}, ${quote(s.c?.[2])}, ${quote(s.source)});`,
  while: (s, t, scope) => `while (${t(s.a)}) ${statements(s.branches[0].body, scope)}`,
  if: (s, t, scope) => s.branches.map(b =>
    (b.condition === undefined ? '' : `if (${t(b.condition)}) `) + statements(b.body, scope)).join(' else '),
  for: (s, t, scope) => {
    const inner = inside(scope, [s.iterator]);
    return `for (const ${inner.locals.get(s.iterator)} of ${t(s.a)}) ${statements(s.branches[0].body, inner)}`;
  },
};
function assignment(target, x, t) {
  const [op, ...args] = target.filter(e => !isObject(e));
  if (op === 'local') return `${t(target)} = copy(${x});`;
  if (op === 'field') return `${t(args[0])}[${quote(args[1])}] = copy(${x});`;
  if (op === 'subscript') return `store(copy(${x}), ${t(args[0])}, ${args.slice(1).map(subscript(t))});`;
  const parts = args.map((a, k) => a[0] === 'whole' ? '' : assignment(a, `results.values[${k}]`, t));
  return `{ const results = ${x}; ${parts.join(' ')} }`;
}
module.exports = { Failure, fail, run, value, der, pre, remembered, places, list, isArray, place, initialValue,
  evaluate, complain, dot, multiply, transpose };
