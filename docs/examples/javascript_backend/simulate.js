#!/usr/bin/env node
// Simulates a MOO document in JSON. It needs nothing but node. Step numbers (#1 …) are those of "The algorithm" in docs/moo.md.
'use strict';
const fs = require('fs');

const supported = new Set(['arrays', 'records', 'enumerations', 'strings', 'functions', 'inputs', 'torn', 'mixed', 'algorithms',
  'homotopy', 'timeEvents', 'samples', 'actions', 'delays', 'transports', 'clocks', 'stateSets']);
class Failure extends Error {}              // the simulation fails: exit code 1
class Unsupported extends Error {}          // the document needs something that is missing here: exit code 3
const fail = message => { throw new Failure(message); };

// ---------------------------------------------------------------- the document and its memory (#1)
let doc, time = 0, stopTime = 0, lambda = 1;
let isInitial = false, isTerminal = false, terminated = false;
let free = true;                            // mode `free`: evaluate and remember relations; otherwise they are `held`
let noEventDepth = 0, epoch = 0;            // epoch: shared expressions are computed once per epoch
const remembered = [], types = new Map(), functions = new Map(), slots = new Map(), warned = new Set();
const memory = { value: [], der: [], pre: [], previous: [], left: [] };
const list = section => doc[section] || [];
const isObject = e => e !== null && typeof e === 'object' && !Array.isArray(e);
const slot = name => slots.has(name) ? slots.get(name) : fail(`unknown variable ${name}`);
const variable = i => doc.variables[i];
const near = t => 1e-12 * Math.max(1, Math.abs(t));       // times that differ by less are the same

// ---------------------------------------------------------------- arrays: nested lists; records: objects; tuples: Tuple
class Tuple { constructor(values) { this.values = values; } }
const isArray = Array.isArray;
const copy = x => isArray(x) ? x.map(copy) : isObject(x) ? Object.fromEntries(Object.entries(x).map(([k, v]) => [k, copy(v)])) : x;
const each = (f, ...xs) => {                // element by element; scalars are paired with every element
  const array = xs.find(isArray);
  if (!array) return f(...xs);
  if (xs.some(x => isArray(x) && x.length !== array.length)) fail('arrays of different sizes');
  return array.map((_, i) => each(f, ...xs.map(x => isArray(x) ? x[i] : x)));
};
const flat = a => isArray(a) ? a.flat(Infinity) : [a];
const sizes = a => isArray(a) ? [a.length, ...(a.length ? sizes(a[0]) : [])] : [];
const fill = (x, dims) => dims.length ? Array.from({ length: dims[0] }, () => fill(x, dims.slice(1))) : copy(x);
const promote = (a, n) => n === 0 ? a : isArray(a) ? a.map(x => promote(x, n - 1)) : [promote(a, n - 1)];
const transpose = a => a.length ? a[0].map((_, j) => a.map(row => row[j])) : [];
const dot = (u, v) => u.length === v.length ? u.reduce((s, x, i) => s + x * v[i], 0) : fail('vectors of different sizes');
const cat = (k, arrays) => k === 1 ? arrays.flat(1) : arrays[0].map((_, i) => cat(k - 1, arrays.map(a => a[i])));
const matrix = rows => Array.from({ length: rows }, (_, i) => Array.from({ length: rows }, (_, j) => i === j ? 1 : 0));
function times(a, b) {
  if (!isArray(a) || !isArray(b)) return each((x, y) => x * y, a, b);
  if (!isArray(a[0])) return isArray(b[0]) ? transpose(b).map(column => dot(a, column)) : dot(a, b);
  return isArray(b[0]) ? a.map(row => transpose(b).map(column => dot(row, column))) : a.map(row => dot(row, b));
}
function range(start, step, stop) {
  const n = Math.floor((stop - start) / step + (Number.isInteger(start) && Number.isInteger(step) ? 0 : 1e-9));
  return Array.from({ length: Math.max(0, n + 1) }, (_, k) => typeof start === 'boolean' ? Boolean(start + k) : start + k * step);
}
const divide = f => (x, y) => y === 0 ? fail('division by zero') : f(x, y);
const extreme = better => (a, ...b) => b.length ? better(a, b[0]) : flat(a).length ? flat(a).reduce(better) : fail('an empty array');
const lesser = (a, b) => a < b ? a : b, greater = (a, b) => a < b ? b : a;

// ---------------------------------------------------------------- texts
function shortest(x, digits) {              // %.Ng of C
  if (!Number.isFinite(x)) return String(x).toLowerCase().replace('infinity', 'inf');
  const [mantissa, power] = x.toExponential(Math.max(0, digits - 1)).split('e');
  const trim = text => text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  if (+power >= -4 && +power < digits) return trim(x.toFixed(Math.max(0, digits - 1 - power)));
  return `${trim(mantissa)}e${power[0]}${power.slice(1).padStart(2, '0')}`;
}
function printf(x, format) {
  const [, flags, width, , precision, letter] = /^([-+ 0#]*)(\d*)(\.(\d*))?([eEfFgGdiouxXc])$/.exec(format) || fail(`the format ${format}`);
  const digits = precision === undefined ? 6 : +precision, power = t => t.replace(/e([-+])(\d)$/, 'e$10$2');
  const texts = { e: () => power(x.toExponential(digits)), f: () => x.toFixed(digits), g: () => shortest(x, digits || 1),
    d: () => String(x), i: () => String(x), u: () => String(x), o: () => x.toString(8), x: () => x.toString(16), c: () => String.fromCharCode(x) };
  let text = texts[letter.toLowerCase()]();
  if (letter !== letter.toLowerCase()) text = text.toUpperCase();
  if (x >= 0 && /[+ ]/.test(flags)) text = (flags.includes('+') ? '+' : ' ') + text;
  if (flags.includes('-')) return text.padEnd(+width);
  return flags.includes('0') ? text.replace(/^([-+ ]?)(.*)$/, (_, sign, rest) => sign + rest.padStart(width - sign.length, '0')) : text.padStart(+width);
}
function toText(type, x, ...options) {
  if (typeof options[0] === 'string') return printf(x, options[0]);
  const digits = type === 'Real' && options.length ? options.shift() : 6, [width = 0, left = true] = options;
  const text = type === 'Real' ? shortest(x, digits) : types.has(type) ? types.get(type).members[x - 1].name : String(x);
  return left ? text.padEnd(width) : text.padStart(width);
}

// ---------------------------------------------------------------- expressions become closures of local variables
const operators = {                         // functions of values; special forms are below
  '+': (a, b) => each((x, y) => x + y, a, b), '*': times, '/': (a, b) => each((x, y) => x / y, a, b),
  '-': (a, ...b) => b.length ? each((x, y) => x - y, a, b[0]) : each(x => -x, a),
  '^': (a, n) => isArray(a) ? Array.from({ length: n }).reduce(p => times(p, a), matrix(a.length)) : n === 0 ? 1 : a ** n,
  '.+': (a, b) => each((x, y) => x + y, a, b), '.-': (a, b) => each((x, y) => x - y, a, b), '.*': (a, b) => each((x, y) => x * y, a, b),
  './': (a, b) => each((x, y) => x / y, a, b), '.^': (a, b) => each((x, y) => x ** y, a, b),
  '<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b, '==': (a, b) => a === b, '<>': (a, b) => a !== b,
  not: a => each(x => !x, a), min: extreme(lesser), max: extreme(greater), Real: x => x, Integer: x => x, integer: x => each(Math.floor, x),
  div: divide((x, y) => Math.trunc(x / y)), mod: divide((x, y) => x - Math.floor(x / y) * y), rem: divide((x, y) => x - Math.trunc(x / y) * y),
  semiLinear: (x, k, m) => x >= 0 ? k * x : m * x, smooth: (p, e) => e, realParameterEqual: (a, b) => a === b,
  array: (...xs) => xs, row: (...xs) => cat(2, xs.map(x => promote(x, 2))), tuple: (...xs) => new Tuple(xs),
  range: (a, b, c) => c === undefined ? range(a, 1, b) : range(a, b, c), size: (a, i) => i === undefined ? sizes(a) : sizes(a)[i - 1],
  ndims: a => sizes(a).length, scalar: a => flat(a)[0], vector: flat, promote: (a, n) => promote(a, n), identity: matrix, transpose,
  diagonal: v => v.map((x, i) => v.map((_, j) => i === j ? x : 0)), zeros: (...n) => fill(0, n), ones: (...n) => fill(1, n),
  fill: (x, ...n) => fill(x, n), linspace: (a, b, n) => Array.from({ length: n }, (_, i) => a + i * ((b - a) / (n - 1))),
  outerProduct: (u, v) => u.map(x => v.map(y => x * y)), symmetric: a => a.map((row, i) => row.map((_, j) => a[Math.min(i, j)][Math.max(i, j)])),
  cross: (u, v) => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]],
  skew: u => [[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]], cat: (k, ...arrays) => cat(k, arrays),
  sum: a => flat(a).reduce((s, x) => s + x, 0), product: a => flat(a).reduce((s, x) => s * x, 1),
};
for (const name of ['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'sinh', 'cosh', 'tanh', 'exp', 'log', 'log10', 'sqrt', 'abs', 'sign', 'floor', 'ceil'])
  operators[name] = x => each(Math[name], x);
operators.atan2 = (y, x) => each(Math.atan2, y, x);

const evaluate = expression => { epoch++; depth = 0; ends.length = 0; return compile(expression)({}); };
const compiled = new Map();                 // each expression of the document is compiled once
let depth = 0;                              // of calls of functions
const ends = [];                            // sizes that `end` means, innermost last
function compile(e) {
  if (typeof e === 'number' || typeof e === 'boolean') return () => e;
  if (typeof e === 'string') { const i = slot(e); return () => memory.value[i]; }
  if (!compiled.has(e)) {
    const [op, ...args] = e.filter(x => !isObject(x));
    compiled.set(e, null);
    compiled.set(e, forms[op] ? forms[op](args) : application(operators[op] || fail(`unknown operator ${op}`), args.map(compile)));
  }
  return compiled.get(e);
}
const application = (f, operands) => operands.length === 2 ? env => f(operands[0](env), operands[1](env)) : env => f(...operands.map(o => o(env)));
const stored = store => ([name]) => { const i = slot(name); return () => memory[store][i]; };
const quiet = f => env => { noEventDepth++; try { return f(env); } finally { noEventDepth--; } };
const logical = stop => ([a, b]) => {       // b is not evaluated if a decides
  const [f, g] = [compile(a), compile(b)];
  return env => { const x = f(env); return isArray(x) ? each((p, q) => p === stop ? p : q, x, g(env)) : x === stop ? x : g(env); };
};
const forms = {
  int: ([n]) => () => n, string: ([s]) => () => s, time: () => () => time, whole: () => () => undefined, end: () => () => ends[ends.length - 1],
  enum: ([type, literal]) => { const n = types.get(type).members.findIndex(m => m.name === literal) + 1; return () => n; },
  local: ([name]) => env => env[name],
  shared: ([k]) => {
    let f, at = -1, last;                   // inside noEvent a shared expression can have another value
    return env => {
      f = f || compile(doc.shared[k - 1]);
      if (noEventDepth || depth) return f(env);
      if (at !== epoch) { last = f(env); at = epoch; }
      return last;
    };
  },
  relation: ([k, e]) => {
    const f = compile(e);
    return env => noEventDepth ? f(env) : free ? (remembered[k] = f(env)) : remembered[k];
  },
  and: logical(false), or: logical(true), noEvent: ([e]) => quiet(compile(e)),
  if: ([c, x, y]) => { const [f, g, h] = [c, x, y].map(compile); return env => f(env) ? g(env) : h(env); },
  der: stored('der'), pre: stored('pre'), previous: stored('previous'), hold: ([e]) => compile(e), noClock: ([e]) => compile(e),
  edge: ([b]) => { const i = slot(b); return () => memory.value[i] && !memory.pre[i]; },
  change: ([x]) => { const i = slot(x); return () => memory.value[i] !== memory.pre[i]; },
  initial: () => () => isInitial, terminal: () => () => isTerminal, firstTick: () => () => ticking.first, interval: () => () => ticking.interval,
  sampling: ([k]) => () => Boolean(due.samples && due.samples.has(k)),
  sample: ([u]) => {                        // of a clocked partition: the value at the left of the event
    const f = compile(u);
    return env => { const present = memory.value; memory.value = memory.left; try { return f(env); } finally { memory.value = present; } };
  },
  homotopy: ([actual, simplified]) => {
    const [f, g] = [compile(actual), compile(simplified)];
    return env => lambda === 1 ? f(env) : lambda === 0 ? g(env) : lambda * f(env) + (1 - lambda) * g(env);
  },
  delayed: ([k, [, value, by]]) => { const [f, g] = [compile(value), compile(by)]; return env => delays[k - 1].at(g(env), () => f(env)); },
  transported: ([k, [, ...operands]]) => { const f = operands.slice(0, 4).map(compile); return env => new Tuple(transports[k - 1].ends(...f.map(g => g(env)))); },
  String: ([x, ...options]) => { const f = [x, ...options].map(compile), type = typeOf(x); return env => toText(typeof f[0](env) === 'string' ? 'String' : type, ...f.map(g => g(env))); },
  subscript: ([array, ...subscripts]) => {
    const f = compile(array), places = subscriptPlaces(subscripts);
    return env => { const a = f(env); return select(a, places(a, env)); };
  },
  matrix: rows => { const f = rows.map(compile); return env => rows[0][0] === 'row' ? cat(1, f.map(g => g(env))) : promote(f[0](env), 2); },
  field: ([record, name]) => { const f = compile(record), get = r => isArray(r) ? r.map(get) : r[name]; return env => get(f(env)); },
  record: ([type, ...values]) => {
    const f = values.map(compile), names = types.get(type).members.map(m => m.name);
    return env => Object.fromEntries(names.map((name, i) => [name, f[i](env)]));
  },
  output: ([k, call]) => { const f = compile(call); return env => { const r = f(env); return r instanceof Tuple ? r.values[k - 1] : r; }; },
  call: ([name, ...args]) => { const f = args.map(compile), callee = functions.get(name) || fail(`unknown function ${name}`); return env => callFunction(callee, f.map(g => g(env))); },
  reduction: ([kind, body, ...iterators]) => {
    const f = compile(body), ranges = iterators.map(([name, values]) => [name, compile(values)]);
    const all = (env, n) => {               // the last iterator runs along the first dimension
      if (n < 0) return f(env);
      const [name, values] = ranges[n], outer = env[name];
      const result = values(env).map(x => { env[name] = x; return all(env, n - 1); });
      env[name] = outer;
      return kind === 'array' || n === 0 ? result : result.flat(1);
    };
    const start = { sum: 0, product: 1, min: Number.MAX_VALUE, max: -Number.MAX_VALUE };
    const step = { sum: operators['+'], product: times, min: lesser, max: greater }[kind];
    return env => { const r = all(env, ranges.length - 1); return kind === 'array' ? r : r.length ? r.reduce(step) : start[kind]; };
  },
};
function subscriptPlaces(subscripts) {      // numbers from 0, lists of them, or undefined for `:`
  const f = subscripts.map(compile), place = x => isArray(x) ? x.map(place) : x === undefined ? x : typeof x === 'boolean' ? +x : x - 1;
  return (array, env) => f.map((g, i) => { ends.push(sizes(array)[i]); const x = g(env); ends.pop(); return place(x); });
}
const element = (a, i) => i >= 0 && i < a.length ? a[i] : fail('a subscript is out of range');
function select(a, [i, ...rest]) {
  const inner = x => rest.length ? select(x, rest) : x;
  return i === undefined ? a.map(inner) : isArray(i) ? i.map(k => inner(element(a, k))) : inner(element(a, i));
}
function typeOf(e) {                        // only `String` needs it: what does not say its type is Real
  if (typeof e === 'string') return variable(slot(e)).type;
  if (!isArray(e)) return typeof e === 'boolean' ? 'Boolean' : 'Real';
  const carried = e.find(isObject);
  if (carried) return carried.type;
  const fixed = { int: 'Integer', string: 'String', enum: e[1], sign: 'Integer', integer: 'Integer', Integer: 'Integer', size: 'Integer', ndims: 'Integer', end: 'Integer',
    relation: 'Boolean', not: 'Boolean', and: 'Boolean', or: 'Boolean', edge: 'Boolean', change: 'Boolean', initial: 'Boolean', terminal: 'Boolean' };
  if (e[0] in fixed) return fixed[e[0]];
  if (['<', '<=', '>', '>=', '==', '<>', 'sampling', 'firstTick', 'realParameterEqual'].includes(e[0])) return 'Boolean';
  if (['-', 'pre', 'previous', 'hold', 'noEvent', 'abs', 'noClock', 'sample'].includes(e[0])) return typeOf(e[1]);
  if (e[0] === 'shared') return typeOf(doc.shared[e[1] - 1]);
  if (e[0] === 'local') return (localTypes.get(e[1]) || 'Integer');
  if (e[0] === 'call') return functions.get(e[1]).variables.find(v => v.role === 'output').type;
  return 'Real';
}

// ---------------------------------------------------------------- functions
const localTypes = new Map();               // of the function that is being compiled
function initialValue(type, dims = []) {
  const declared = types.get(type);
  const scalar = type === 'Boolean' ? false : type === 'String' ? '' : !declared ? 0 : declared.kind === 'enumeration' ? 1
    : Object.fromEntries(declared.members.map(m => isObject(m.type) ? [m.name, initialValue(m.type.element, m.type.sizes)] : [m.name, initialValue(m.type)]));
  return dims.length ? fill(scalar, dims) : scalar;
}
function callFunction(callee, args) {
  if (!callee.code) {
    for (const v of callee.variables) localTypes.set(v.name, v.type);
    callee.code = statements(callee.body || []);
  }
  if (++depth > 1000) fail(`endless recursion of ${callee.name}`);
  const env = {}, outputs = [];
  for (const v of callee.variables) {
    if (v.role === 'input') { env[v.name] = args.shift(); continue; }
    const dims = (v.sizes || []).map(n => n === null ? 0 : compile(n)(env)), type = isObject(v.type) ? v.type.element : v.type;
    env[v.name] = v.binding !== undefined ? copy(compile(v.binding)(env)) : initialValue(type, dims);
    if (v.role === 'output') outputs.push(v.name);
  }
  callee.code(env);
  depth--;
  return outputs.length === 1 ? env[outputs[0]] : new Tuple(outputs.map(name => env[name]));
}
function statements(body) {                 // a statement returns 'break', 'return' or nothing
  const steps = body.map(s => statementKinds[s.kind] ? statementKinds[s.kind](s) : fail(`a statement ${s.kind} in a function`));
  return env => { for (const step of steps) { const way = step(env); if (way) return way; } };
}
const statementKinds = {
  assignment: s => { const set = assignment(s.a), f = compile(s.b); return env => { set(f(env), env); }; },
  call: s => { const f = compile(s.a); return env => { f(env); }; },
  break: () => () => 'break', return: () => () => 'return',
  assert: s => { const f = compile(s.a); return env => { if (!f(env)) complain(compile(s.b)(env), s.c && s.c[2], s.source); }; },
  terminate: s => () => { terminated = true; },
  if: s => {
    const branches = s.branches.map(b => [b.condition === undefined ? () => true : compile(b.condition), statements(b.body || [])]);
    return env => { for (const [condition, body] of branches) if (condition(env)) return body(env); };
  },
  while: s => {
    const condition = compile(s.a), body = statements(s.branches[0].body || []);
    return env => { while (condition(env)) { const way = body(env); if (way === 'break') break; if (way) return way; } };
  },
  for: s => {
    const values = compile(s.a), body = statements(s.branches[0].body || []);
    return env => {
      const outer = env[s.iterator];
      for (const x of values(env)) { env[s.iterator] = x; const way = body(env); if (way === 'break') break; if (way) return way; }
      env[s.iterator] = outer;
    };
  },
};
function assignment([op, ...args]) {
  if (op === 'local') return (x, env) => { env[args[0]] = copy(x); };
  if (op === 'tuple') { const sets = args.map(a => a[0] === 'whole' ? () => {} : assignment(a)); return (x, env) => sets.forEach((set, i) => set(x.values[i], env)); }
  const base = compile(args[0]);            // arrays and records are references, so their parts can be set in place
  if (op === 'field') return (x, env) => { base(env)[args[1]] = copy(x); };
  const places = subscriptPlaces(args.slice(1));
  const set = (a, [i, ...rest], x) => {
    if (i === undefined) i = a.map((_, k) => k);
    if (isArray(i)) i.forEach((k, n) => set(a, [k, ...rest], x[n]));
    else if (rest.length) set(element(a, i), rest, x);
    else { element(a, i); a[i] = copy(x); }
  };
  return (x, env) => { const a = base(env); set(a, places(a, env), x); };
}
function complain(message, level = 'error', source = '') {
  if (level === 'error') fail(`${source}: ${message}`);
  if (!warned.has(source + message)) process.stderr.write(`warning: ${source}: ${message} at time ${time}\n`);
  warned.add(source + message);
}

// ---------------------------------------------------------------- systems of linear equations
function eliminate(rows, right) {           // null if the matrix is singular
  const n = right.length, column = rows.map((_, j) => Math.max(...rows.map(r => Math.abs(r[j]))) || 1);
  const a = rows.map((row, i) => {
    const scaled = row.map((x, j) => x / column[j]), size = Math.max(...scaled.map(Math.abs)) || 1;
    return [...scaled.map(x => x / size), right[i] / size];
  });
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i][k]) > Math.abs(a[p][k])) p = i;
    if (!(Math.abs(a[p][k]) > 1e-13)) return null;
    [a[k], a[p]] = [a[p], a[k]];
    for (let i = k + 1; i < n; i++) for (let j = n, f = a[i][k] / a[k][k]; j >= k; j--) a[i][j] -= f * a[k][j];
  }
  for (let k = n - 1; k >= 0; k--) { for (let j = k + 1; j < n; j++) a[k][n] -= a[k][j] * a[j][n]; a[k][n] /= a[k][k]; }
  return a.map((row, k) => row[n] / column[k]);
}
function solveLinear(rows, right) {         // of a singular matrix: the shortest least-squares solution, by Tikhonov's method
  const regular = eliminate(rows, right);
  if (regular) return { x: regular, singular: false };
  const columns = transpose(rows), normal = columns.map(u => columns.map(v => dot(u, v)));
  const small = 1e-9 * Math.max(...normal.map((row, i) => row[i])) || 1;
  normal.forEach((row, i) => { row[i] += small; });
  let x = right.map(() => 0);
  for (let k = 0; k < 5; k++) {
    const rest = columns.map(u => dot(u, right.map((b, i) => b - dot(rows[i], x))));
    const step = eliminate(normal, rest) || fail('a singular system');
    x = x.map((xi, i) => xi + step[i]);
  }
  return { x, singular: true };
}

// ---------------------------------------------------------------- blocks (the table after the steps in docs/moo.md)
const whenOf = new Map();                   // equation of `reinitialization` → numbers of its conditions, from 0
let now = [], before = [], requested = new Map(), startValues = new Map();
const storeOf = { der: 'der', pre: 'pre', previous: 'previous' };
function prepareBlocks(blocks, isReinitialization) {
  let number = 0;
  return blocks.map(block => {
    const first = number + 1, equations = block.equations.map(e => {
      const [store, name] = isArray(e.target) ? [storeOf[e.target[0]], e.target[1]] : ['value', e.target];
      return { ...e, number: ++number, store, i: slot(name), variable: variable(slot(name)), when: isReinitialization && whenOf.get(number) || [],
        row: (e.jacobian || []).map(entry => [entry.column - first, entry.value]) };
    });
    if (equations.length === 1 && equations[0].form !== 'res') return { kind: 'assign', equations };
    const isSwitch = e => block.kind === 'mixed' && e.form !== 'res' && (e.form === 'inst' || e.store !== 'der' && e.variable.role === 'discrete');
    return { kind: block.kind || 'nonlinear', equations, exact: !block.jacobian || block.jacobian === 'full', relations: [...relationsOf(equations.map(e => e.value))],
      switches: equations.filter(isSwitch), sweep: equations.filter(e => !isSwitch(e) && e.form !== 'res'), residuals: equations.filter(e => e.form === 'res') };
  });
}
function relationsOf(e, found = new Set(), seen = new Set()) {
  if (!isArray(e) || seen.has(e)) return found;
  seen.add(e);
  if (e[0] === 'relation') found.add(e[1]);
  if (e[0] === 'shared') relationsOf(doc.shared[e[1] - 1], found, seen); else e.forEach(x => relationsOf(x, found, seen));
  return found;
}
const get = e => memory[e.store][e.i];
const put = (e, x) => { memory[e.store][e.i] = typeof x === 'number' && e.store === 'value' && e.variable.type === 'Boolean' ? Boolean(x) : x; };
function assign(e) {
  if (e.overridable && startValues.has(e.variable.name)) return put(e, startValues.get(e.variable.name));
  if (e.form !== 'inst') return put(e, evaluate(e.value));
  const active = e.when.map(condition).some((holds, n) => holds && !before[e.when[n]]);         // #5: computed when it is needed
  if (!active) { if (e.variable.role !== 'state') put(e, memory.pre[e.i]); }
  else if (e.variable.role === 'state') requested.set(e.i, evaluate(e.value));
  else put(e, evaluate(e.value));
}
const condition = j => now[j] === undefined ? (now[j] = evaluate(doc.whenConditions[j].condition)) : now[j];
function held(action) { const mode = free; free = false; try { return action(); } finally { free = mode; } }
function solve(block) {
  if (block.kind === 'assign') return assign(block.equations[0]);
  if (block.kind === 'algorithm') return block.equations.map(e => evaluate(e.value)).forEach((x, k) => put(block.equations[k], x));
  if (block.kind === 'mixed' && free) return solveMixed(block);
  if (free) residuals(block);               // relations that do not depend on the block get their values, then they are held
  held(() => solveContinuous(block));
}
const residuals = block => { block.sweep.forEach(assign); return block.residuals.map(e => evaluate(e.value)); };
function residualsAt(block, x) { block.residuals.forEach((e, i) => put(e, x[i])); return residuals(block); }
function jacobian(block, x) {               // of the residuals by their targets; assignments before them are inserted
  if (!block.exact) return transpose(x.map((xi, j) => {
    const h = 1e-6 * Math.max(Math.abs(xi), 1e-3), at = s => residualsAt(block, x.map((xk, k) => k === j ? xk + s * h : xk));
    const [right, left] = [at(1), at(-1)];
    return right.map((r, i) => (r - left[i]) / (2 * h));
  }));
  const rows = new Map([...block.sweep, ...block.residuals].map(e => [e, e.row.map(([column, value]) => [block.equations[column], evaluate(value)])]));
  return transpose(block.residuals.map(unknown => {
    const tangent = new Map([[unknown, 1]]), slope = e => rows.get(e).reduce((s, [other, d]) => s + (other === e && e.form !== 'res' ? 0 : d * (tangent.get(other) || 0)), 0);
    for (const e of block.sweep) tangent.set(e, -slope(e));
    return block.residuals.map(slope);
  }));
}
function solveContinuous(block) {
  const last = block.residuals.map(get), limits = block.residuals.map(e => ['min', 'max'].map((m, k) => e.store === 'value' && e.variable[m] !== undefined ? evaluate(e.variable[m]) : k ? Infinity : -Infinity));
  const clip = x => x.map((xi, i) => last[i] >= limits[i][0] && last[i] <= limits[i][1] ? Math.min(Math.max(xi, limits[i][0]), limits[i][1]) : xi);
  if (block.kind === 'linear' && solveLinearBlock(block, last)) return;
  const starts = [last, last, block.residuals.map(e => startOf(e.variable))];
  for (const d of [-1e-3, 1e-3, -0.1, 0.1, -1, 1, -10, 10]) starts.push(last.map((x, i) => x + d * (1 + Math.abs(x)) * (1 + i / 7)));
  if (starts.some((start, n) => newton(block, start, n ? x => x : clip))) return;
  residualsAt(block, last);
  fail(`cannot solve the block of ${block.equations.map(e => JSON.stringify(e.target))} at time ${time}`);
}
function solveLinearBlock(block, last) {
  let x = last.map(() => 0), r = residualsAt(block, x), solution = solveLinear(jacobian(block, x), r.map(v => -v));
  const scale = Math.max(...r.map(Math.abs), 1e-300);
  if (solution.singular) { x = last; r = residualsAt(block, x); solution = solveLinear(jacobian(block, x), r.map(v => -v)); }
  for (let k = 0; k < 2 && solution.x.every(Number.isFinite); k++) {      // the second time refines
    x = x.map((xi, i) => xi + solution.x[i]);
    r = residualsAt(block, x);
    if (k === 0 && !solution.singular && r.some(v => v !== 0)) solution = solveLinear(jacobian(block, x), r.map(v => -v)); else break;
  }
  if (!solution.singular) residualsAt(block, x);
  return r.every(v => Math.abs(v) <= 1e-8 * scale + 1e-12);
}
function newton(block, start, clip) {
  let x = start, r = residualsAt(block, x);
  const nominal = block.residuals.map(e => e.store === 'value' && e.variable.nominal !== undefined ? Math.abs(evaluate(e.variable.nominal)) : 1);
  for (let n = 0; n < 100 && r.every(Number.isFinite); n++) {
    const rows = jacobian(block, x), weight = rows.map(row => 1 / (Math.max(...row.map((d, j) => Math.abs(d) * Math.max(nominal[j], Math.abs(x[j])))) || 1));
    if (!rows.every(row => row.every(Number.isFinite))) return false;
    const norm = v => Math.max(0, ...v.map((ri, i) => Math.abs(ri) * weight[i]));
    const { x: step, singular } = solveLinear(rows, r.map(v => -v));
    const tiny = step.every((d, i) => Math.abs(d) <= 1e-10 * Math.max(Math.abs(x[i]), nominal[i]));
    if (tiny && singular && norm(r) > 1e-9) return false;       // where the Jacobian is 0, the shortest step is 0, too
    let factor = 1, next, residual;
    for (;; factor /= 2) {
      next = clip(x.map((xi, i) => xi + factor * step[i]));
      residual = residualsAt(block, next);
      if (tiny || residual.every(Number.isFinite) && norm(residual) < norm(r)) break;
      if (factor < 1e-8) return residualsAt(block, x), norm(r) < 1e-12;
    }
    [x, r] = [next, residual];
    if (tiny) return r.every(Number.isFinite);
  }
  return r.length === 0;
}
function solveMixed(block) {
  const assumption = () => JSON.stringify([block.relations.map(k => remembered[k]), block.switches.map(get)]), seen = new Set();
  const agrees = () => {                    // solve as assumed, then compute the switches anew
    const assumed = assumption();
    seen.add(assumed);
    try { held(() => solveContinuous(block)); } catch (e) { if (!(e instanceof Failure)) throw e; }
    block.relations.forEach(k => evaluate(doc.zeroCrossings[k - 1].relation));
    block.switches.forEach(assign);
    return assumed === assumption();
  };
  block.relations.forEach(k => { if (remembered[k] === undefined) evaluate(doc.zeroCrossings[k - 1].relation); });
  while (!seen.has(assumption())) if (agrees()) return held(() => solveContinuous(block));
  const few = block.relations.length;
  for (let bits = 0; few <= 12 && bits < 2 ** few; bits++) {    // a circle: try all combinations
    block.relations.forEach((k, n) => { remembered[k] = Boolean(bits >> n & 1); });
    held(() => block.switches.forEach(assign));
    if (agrees()) return held(() => solveContinuous(block));
  }
  fail(`no assumption about the relations of ${block.switches.map(e => e.variable.name)} agrees at time ${time}`);
}

// ---------------------------------------------------------------- memory of delays and transports (end of #4)
let due = {}, delays = [], transports = [];
class Delay {                               // segments of smooth values; a new one begins at each event
  constructor(row) { Object.assign(this, { row, segments: [], cursor: 0 }); }
  delayTime() { return evaluate(this.row.delayTime); }
  record(afterEvent) {
    const z = Number(evaluate(this.row.value)), last = this.segments[this.segments.length - 1];
    if (!last || afterEvent) {
      const jump = last && Math.abs(z - last.z[last.z.length - 1]) > 1e-12 * Math.max(1, Math.abs(z));
      this.segments.push({ t: [time], z: [z], jump });
      this.cursor = this.segmentAt(time - this.delayTime(), true);
    } else if (last.t[last.t.length - 1] < time) { last.t.push(time); last.z.push(z); }
  }
  segmentAt(t, passJumps) {                 // between events no jump is passed
    let n = passJumps ? 0 : this.cursor;
    const next = () => this.segments[n + 1];
    while (next() && (passJumps ? next().t[0] <= t + near(t) : !next().jump && next().t[0] <= t)) n++;
    return n;
  }
  nextJump() { return this.segments.slice(this.cursor + 1).find(s => s.jump); }
  at(by, present) {
    const t = time - by, n = this.segments.length && by > 0 ? this.segmentAt(t, free) : -1;
    if (n < 0) return present();
    const s = this.segments[n], isLast = n === this.segments.length - 1, end = s.t.length;
    if (t <= s.t[0]) return s.z[0];
    if (!isLast && t >= s.t[end - 1]) return s.z[end - 1];
    const [ts, zs] = isLast && t > s.t[end - 1] ? [[...s.t.slice(-3), time], [...s.z.slice(-3), present()]] : [s.t, s.z];
    let low = 0, high = ts.length - 1;
    while (high - low > 1) { const middle = (low + high) >> 1; if (ts[middle] <= t) low = middle; else high = middle; }
    const from = Math.max(0, Math.min(low - 1, ts.length - 4)), near4 = ts.slice(from, from + 4);
    return near4.reduce((sum, ti, i) => sum + zs[from + i] * near4.reduce((p, tj, j) => i === j ? p : p * (t - tj) / (ti - tj), 1), 0);
  }
}
class Transport {                           // a profile [place, value] that does not move, while the pipe from -x to 1 - x moves over it
  constructor(row) { this.row = row; this.profile = null; this.inputs = resolveShared(row.call)[2].slice(1, 5); }
  record() {
    const [in0, in1, x, positive] = this.inputs.map(e => evaluate(e));
    const values = (this.row.initialValues || []).map(e => evaluate(e));
    if (!this.profile) this.profile = values.length ? this.row.initialPoints.map((p, k) => [evaluate(p) - x, values[k]]) : [[-x, 0], [1 - x, 0]];
    const [left, right] = [-x, 1 - x], [first, last] = [this.profile[0], this.profile[this.profile.length - 1]];
    const ends = [[left, this.valueAt(left)], [right, this.valueAt(right)]];
    this.profile = this.profile.filter(([place]) => place >= left && place <= right);           // what has left the pipe is forgotten
    if (first[0] < left) this.profile.unshift(ends[0]);
    if (last[0] > right) this.profile.push(ends[1]);
    if (positive) this.profile.unshift([left, in0]); else this.profile.push([right, in1]);
  }
  valueAt(place) {
    const p = this.profile, n = p.findIndex(([q]) => q >= place);
    if (n <= 0) return p[n < 0 ? p.length - 1 : 0][1];
    const [[a, u], [b, v]] = [p[n - 1], p[n]];
    return b === a ? v : u + (v - u) * (place - a) / (b - a);
  }
  ends(in0, in1, x, positive) {
    const inside = place => this.profile ? this.valueAt(place) : evaluateInitialProfile(this.row, place + x);
    return positive ? [in0, inside(1 - x)] : [inside(-x), in1];
  }
}
const resolveShared = e => isArray(e) && e[0] === 'shared' ? resolveShared(doc.shared[e[1] - 1]) : e;
function evaluateInitialProfile(row, place) {
  const values = (row.initialValues || []).map(e => compile(e)({}));
  return values.length ? values[place < 0.5 ? 0 : values.length - 1] : 0;
}
const remember = afterEvent => { held(() => [...delays, ...transports].forEach(m => m.record(afterEvent))); };

// ---------------------------------------------------------------- clocks (#6)
let partitions = [], ticking = { first: true, interval: 0 }, clockBefore = [], clockTicks = [];
function prepareClocks() {
  partitions = list('partitions').map(p => ({ ...p, blocks: prepareBlocks(p.equations), n: 0, last: undefined, periodic: doc.clocks[p.clock - 1].kind === 'periodic' }));
  clockTicks = list('clocks').map(() => ({ n: 0, next: time, varies: false }));
  list('clocks').forEach((c, k) => { clockTicks[k].varies = c.kind === 'periodic' && typeof c.interval !== 'number' && c.interval[0] !== 'int'; });
}
const period = clock => evaluate(clock.interval) / (clock.resolution === undefined ? 1 : evaluate(clock.resolution));
function tickTime(p, start) {               // one fraction of whole numbers, divided once
  const clock = doc.clocks[p.clock - 1], state = clockTicks[p.clock - 1];
  if (state.varies) return state.next;
  const numerator = (p.shiftNumerator * p.factorDenominator + p.n * p.factorNumerator * p.shiftDenominator) * evaluate(clock.interval);
  return start + numerator / (p.shiftDenominator * p.factorDenominator * (clock.resolution === undefined ? 1 : evaluate(clock.resolution)));
}
const ticksAt = (p, n) => {                 // does the partition tick at tick n of its base clock?
  const k = (n - p.shiftNumerator / p.shiftDenominator) * p.factorDenominator / p.factorNumerator;
  return k > -1e-9 && Math.abs(k - Math.round(k)) < 1e-9;
};
function tick(chosen) {
  for (const p of chosen) {
    const clock = doc.clocks[p.clock - 1], state = clockTicks[p.clock - 1], first = p.last === undefined;
    ticking = { first, interval: !p.periodic ? (first ? evaluate(clock.startInterval || 0) : time - p.last) :
      state.varies ? (first ? period(clock) : time - p.last) : period(clock) * p.factorNumerator / p.factorDenominator };
    p.blocks.forEach(solve);
    for (const e of p.blocks.flatMap(b => b.equations)) memory.previous[e.i] = memory.value[e.i];
    p.last = time; p.n++;
  }
}
function tickPeriodic(isDue) {
  clockTicks.forEach((state, k) => { if (state.varies && isDue(state.next)) state.ticks = true; });
  tick(partitions.filter(p => p.periodic && (clockTicks[p.clock - 1].varies ? clockTicks[p.clock - 1].ticks && ticksAt(p, clockTicks[p.clock - 1].n) : isDue(tickTime(p, startTime)))));
  clockTicks.forEach((state, k) => { if (state.ticks) { state.n++; state.next = time + period(doc.clocks[k]); state.ticks = false; } });
}
function tickEventClocks() {
  const risen = list('clocks').map((c, k) => {
    if (c.kind !== 'event') return false;
    const holds = evaluate(c.condition), rises = holds && !clockBefore[k];
    clockBefore[k] = holds;
    return rises;
  });
  tick(partitions.filter(p => risen[p.clock - 1] && ticksAt(p, clockTicks[p.clock - 1].n)));
  risen.forEach((rises, k) => { if (rises) clockTicks[k].n++; });
  return risen.some(Boolean);
}

// ---------------------------------------------------------------- states that are chosen (#7)
function largestColumns(rows, n) {          // QR with column pivoting: the columns that span the largest volume
  let columns = transpose(rows).map((v, index) => ({ v, index })), volume = 1;
  const chosen = [];
  while (chosen.length < n) {
    const best = columns.reduce((a, b) => dot(b.v, b.v) > dot(a.v, a.v) ? b : a), length = Math.sqrt(dot(best.v, best.v));
    volume *= length; chosen.push(best.index);
    columns = columns.filter(c => c !== best).map(c => ({ ...c, v: length ? c.v.map((x, i) => x - best.v[i] * dot(best.v, c.v) / length ** 2) : c.v }));
  }
  return { chosen, volume };
}
function chooseStates() {                   // true if a choice has changed
  let changed = false;
  for (const set of list('stateSets')) {
    const n = set.candidates.length, m = set.states.length, rows = fill(0, [n - m, n]), slotsOf = names => names.map(slot);
    for (const e of set.jacobian) rows[e.row - 1][e.column - 1] = evaluate(e.value);
    const selection = slotsOf(set.selection), candidates = slotsOf(set.candidates);
    const isChosen = i => set.states.some((_, j) => memory.value[selection[j * n + i]] === 1);
    const now = largestColumns(rows.map(row => row.filter((_, i) => !isChosen(i))), n - m), best = largestColumns(rows, n - m);
    if (now.volume >= best.volume / 2) continue;
    changed = true;
    const states = candidates.map((_, i) => i).filter(i => !best.chosen.includes(i));
    slotsOf(set.states).forEach((s, j) => { memory.value[s] = memory.value[candidates[states[j]]]; for (let i = 0; i < n; i++) memory.value[selection[j * n + i]] = +(states[j] === i); });
  }
  return changed;
}

// ---------------------------------------------------------------- parameters, initialization, events (#1, #2, #3, #5)
let startTime = 0, sets = {}, states = [], nextSample = [];
const startOf = v => v.start !== undefined ? evaluate(v.start) : v.role === 'parameter' && v.binding !== undefined ? evaluate(v.binding) : initialValue(v.type);
const same = (a, b) => a === b || a !== a && b !== b;
function prepare(overrides) {
  if (!/^1\./.test(doc.moo)) fail(`version ${doc.moo} of the format`);
  for (const feature of list('requires')) if (!supported.has(feature)) throw new Unsupported(feature);
  if (doc.slice) throw new Unsupported('slice');
  for (const v of list('variables')) if (isObject(v.type)) throw new Unsupported('arrays'); else if ((list('types').find(t => t.name === v.type) || {}).kind === 'record') throw new Unsupported('records');
  list('types').forEach(t => types.set(t.name, t));
  list('functions').forEach(f => functions.set(f.name, f));
  list('variables').forEach((v, i) => slots.set(v.name, i));
  list('whenConditions').forEach((w, j) => (w.equations || []).forEach(n => whenOf.set(n, [...(whenOf.get(n) || []), j])));
  for (const v of list('variables')) if (overrides.has(v.name)) {
    const text = overrides.get(v.name), literal = types.has(v.type) && types.get(v.type).members.findIndex(m => m.name === text.split('.').pop()) + 1;
    startValues.set(v.name, v.type === 'String' ? text : v.type === 'Boolean' ? text === 'true' || text === '1' : literal || Number(text));
    if (v.isFinal || v.evaluated) fail(`${v.name} cannot be changed`);
  }
  for (const name of overrides.keys()) slot(name);
  const setAll = f => list('variables').forEach((v, i) => { memory.value[i] = memory.pre[i] = memory.previous[i] = f(v); memory.der[i] = 0; });
  setAll(v => initialValue(v.type));
  computeParameters();
  setAll(v => (doc.parameters || []).includes(v.name) ? memory.value[slot(v.name)] : startOf(v));
  computeParameters();
  sets = { initialization: prepareBlocks(list('initialization')), integration: prepareBlocks(list('integration')), reinitialization: prepareBlocks(list('reinitialization'), true) };
  states = list('variables').map((v, i) => i).filter(i => variable(i).role === 'state');
  delays = list('delays').map(row => new Delay(row));
  transports = list('transports').map(row => new Transport(row));
  prepareClocks();
}
function computeParameters() {
  for (const name of list('parameters')) { const v = variable(slot(name)); memory.value[slot(name)] = startValues.has(name) ? startValues.get(name) : startOf({ ...v, start: v.binding === undefined ? v.start : v.binding }); }
}
function initialize() {
  isInitial = free = true;
  const startMemory = JSON.parse(JSON.stringify(memory, (k, x) => x)), attempt = l => { lambda = l; sets.initialization.forEach(solve); };
  if (list('requires').includes('homotopy')) {
    try { for (let l = 0; l < 1; l += 0.1) attempt(l); attempt(1); } catch (e) {
      if (!(e instanceof Failure)) throw e;
      Object.assign(memory, startMemory);
      attempt(1);
    }
  } else attempt(1);
  chooseStates();
  now = list('whenConditions').map(w => evaluate(w.condition));          // with `pre` as it was during the initialization
  clockBefore = list('clocks').map(c => typeof c.condition === 'string' && memory.pre[slot(c.condition)] === true);
  act(j => now[j] && JSON.stringify(doc.whenConditions[j].condition).includes('["initial"]'));
  before = now;
  isInitial = false;
  nextSample = list('samplings').map(s => Math.max(0, Math.ceil((startTime - evaluate(s.start)) / evaluate(s.interval) - 1e-9)));
  event();
}
const sampleTime = k => { const s = doc.samplings[k]; return evaluate(s.start) + nextSample[k] * evaluate(s.interval); };
function event() {                          // what is due at the present time
  const isDue = t => t <= time + near(time), everything = list('variables').map((_, i) => i), rose = new Set();
  free = true;
  memory.pre = [...memory.value]; memory.left = [...memory.value];
  due = { samples: new Set(nextSample.map((_, k) => k).filter(k => isDue(sampleTime(k))).map(k => k + 1)) };
  due.samples.forEach(k => { nextSample[k - 1]++; });
  tickPeriodic(isDue);
  for (let pass = 0; pass < 100; pass++) {
    now = [];
    requested = new Map();
    sets.reinitialization.forEach(solve);
    list('whenConditions').forEach((_, j) => { if (condition(j) && !before[j]) rose.add(j); });
    list('zeroCrossings').forEach(z => evaluate(z.relation));
    due = {};
    const ticked = tickEventClocks();
    const changed = ticked || requested.size > 0 || now.some((x, j) => x !== before[j]) || everything.some(i => variable(i).role === 'discrete' && !same(memory.value[i], memory.pre[i]));
    requested.forEach((x, i) => { memory.value[i] = x; });
    memory.pre = [...memory.value];
    before = now;
    if (changed) continue;
    act(j => rose.has(j));
    free = false;
    checkAssertions();
    remember(true);
    return;
  }
  fail(`the model oscillates at time ${time}`);
}
function act(rises) {
  for (const a of list('actions')) if ((a.conditions || []).some(j => rises(j - 1))) { const x = evaluate(a.value); if (a.kind === 'terminate') { terminated = true; process.stderr.write(`${x}\n`); } }
}
function checkAssertions() { for (const a of list('assertions')) if (!held(() => evaluate(a.condition))) complain(evaluate(a.message), a.level, a.source); }

// ---------------------------------------------------------------- integration: Dormand and Prince, order 5 (#4)
const stages = [[], [1 / 5], [3 / 40, 9 / 40], [44 / 45, -56 / 15, 32 / 9], [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656], [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84]];
const errorWeights = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40], tolerance = 1e-8;
function derivatives(t, y) {
  time = t;
  states.forEach((s, n) => { memory.value[s] = y[n]; });
  sets.integration.forEach(solve);
  return states.map(s => memory.der[s]);
}
function tryStep(t, y, h, end = t + h) {    // the new states and the error in units of the tolerance
  const k = [];
  let yn = y;
  for (const weights of stages) {
    yn = y.map((x, i) => x + h * weights.reduce((s, w, j) => s + w * k[j][i], 0));
    k.push(derivatives(weights.length === 6 ? end : t + h * [0, 0.2, 0.3, 0.8, 8 / 9, 1][weights.length], yn));
  }
  const error = y.map((x, i) => h * errorWeights.reduce((s, w, j) => s + w * k[j][i], 0) / (tolerance * (Math.max(Math.abs(x), Math.abs(yn[i])) + 1e-3 * nominals[i])));
  return { y: yn, error: Math.max(0, ...error.map(e => Number.isFinite(e) ? Math.abs(e) : Infinity)) };
}
let nominals = [];
function sides() {                          // a function that is zero has the side of the remembered relation
  const crossings = list('zeroCrossings').map((z, k) => { const f = z.kind === 'time' ? 0 : evaluate(z.function); return f > 0 ? true : f < 0 ? false : remembered[k + 1]; });
  return [...crossings, ...delays.map(d => { const jump = d.row.longest !== undefined && d.nextJump(); return Boolean(jump) && time - d.delayTime() > jump.t[0]; })];
}
function nextTimeEvent() {
  const times = [stopTime, ...nextSample.map((_, k) => sampleTime(k)), ...partitions.filter(p => p.periodic).map(p => tickTime(p, startTime))];
  for (const d of delays) if (d.row.longest === undefined && d.nextJump()) times.push(d.nextJump().t[0] + d.delayTime());
  list('zeroCrossings').forEach((z, k) => { if (z.kind === 'time') times.push(changeTime(z, k + 1)); });
  const first = Math.min(...times.filter(t => t > time));
  return Math.max(...times.filter(t => t <= first + near(first)));       // events that differ only by rounding are one
}
function changeTime(z, k) {                 // `time >= t` changes at t, `time > t` at the next number
  const present = time, ulp = x => Math.max(Math.abs(x) * 2 ** -52, 2 ** -60);
  let t = evaluate(z.time), changes = false;
  for (let n = 0; n < 8 && !changes; n++, t += changes ? 0 : ulp(t)) {
    time = t;
    changes = quiet(() => evaluate(resolveShared(z.relation)[2]))() !== remembered[k];
  }
  time = present;
  return changes ? t : -Infinity;
}
const restore = saved => { for (const s of ['value', 'der']) memory[s] = [...saved[s]]; };
const save = () => ({ value: [...memory.value], der: [...memory.der] });
function simulate(points, store) {
  time = startTime;
  initialize();
  nominals = states.map(s => variable(s).nominal === undefined ? 1 : Math.abs(evaluate(variable(s).nominal)));
  const longest = (stopTime - startTime) / 500;
  let h = 1e-11, n = 0;
  const storeUpTo = t => { for (; n < points.length && points[n] <= t + near(t); n++) store(points[n]); };
  storeUpTo(time);
  while (time < stopTime && !terminated) {
    const t = time, y = states.map(s => memory.value[s]), eventTime = nextTimeEvent();
    const limit = n < points.length && points[n] < eventTime - near(eventTime) ? points[n] : eventTime;
    const sideBefore = sides(), saved = save(), longestNow = Math.min(longest, ...delays.map(d => Math.max(d.delayTime(), 1e-6 * longest)));
    const attempt = (length, end) => {      // a shorter step may succeed where this one fails
      restore(saved);
      try { return tryStep(t, y, length, end); } catch (e) { if (!(e instanceof Failure)) throw e; failure = e; return { error: Infinity }; }
    };
    let failure, step, growth = 4;
    for (;;) {
      const whole = t + Math.min(h, longestNow) * 1.001 >= limit, length = whole ? limit - t : Math.min(h, longestNow);
      step = attempt(length, whole ? limit : t + length);
      if (step.error <= 1) { growth = Math.min(4, 0.9 * Math.max(step.error, 1e-6) ** -0.2); step.length = length; break; }
      h = length * (step.error === Infinity ? 0.25 : Math.max(0.2, 0.9 * step.error ** -0.2));
      if (t + h / 4 <= t || h < 1e-15) throw failure || new Failure(`no step is short enough at time ${t}`);
    }
    h = Math.max(step.length * growth, Math.min(h, step.length * 4));
    const end = time, crossed = () => sides().some((side, k) => side !== sideBefore[k]);
    let isEvent = end >= eventTime;
    derivatives(end, step.y);
    if (crossed()) {                        // bisect; end just after the change
      let low = 0, high = step.length, last = step.y;
      while (high - low > 1e-10 * Math.max(1, Math.abs(t))) {
        const middle = (low + high) / 2, trial = attempt(middle);
        if (trial.error < Infinity) derivatives(t + middle, trial.y);
        if (trial.error === Infinity || crossed()) [high, last] = [middle, trial.y || last]; else low = middle;
      }
      isEvent = isEvent && high === step.length || true;
      derivatives(high === step.length ? end : t + high, last);
    }
    const finish = () => { if (!isEvent || time < stopTime) storeUpTo(isEvent ? time - 2 * near(time) : time); };
    remember(false);
    checkAssertions();
    finish();
    if (isEvent) { isTerminal = time >= stopTime; event(); storeUpTo(time); h = 1e-11 * Math.max(1, Math.abs(time)); }
    else if (chooseStates()) { memory.pre = [...memory.value]; derivatives(time, states.map(s => memory.value[s])); h = Math.min(h, longest / 100); }
  }
}

// ---------------------------------------------------------------- command line and results
function table() {                          // the columns, and a function that computes a row
  const shown = list('variables').filter(v => v.type !== 'String' && !(types.has(v.type) && types.get(v.type).kind === 'externalObject'));
  const aliases = new Map(list('aliases').map(a => [a.variable, a]));
  const value = name => {
    const a = aliases.get(name);
    if (!a) return memory.value[slot(name)];
    const x = value(a.target);
    return !a.negated ? x : typeof x === 'boolean' ? !x : -x;
  };
  const names = [...shown.map(v => v.name), ...states.map(s => `der(${variable(s).name})`)];
  const row = () => {
    for (const r of list('recovered')) memory.value[slot(r.variable)] = held(() => evaluate(r.value));
    return [...shown.map(v => value(v.name)), ...states.map(s => memory.der[s])].map(Number);
  };
  return { names: names.map(name => /[",]/.test(name) ? `"${name.replace(/"/g, '""')}"` : name), row };
}
function main(args) {
  const overrides = new Map(), option = name => { const i = args.indexOf(name); return i < 0 ? undefined : args[i + 1]; };
  args.forEach((a, i) => { const [name, ...text] = a.split('='); if (text.length && !a.startsWith('--')) overrides.set(name, text.join('=')); });
  const lines = [];
  let code = 0;
  try {
    doc = JSON.parse(fs.readFileSync(args[0], 'utf8'));
    const experiment = doc.experiment || {};
    startTime = time = experiment.startTime || 0;
    stopTime = Number(option('--stop') || experiment.stopTime || 1);
    prepare(overrides);
    const points = option('--points') ? option('--points').split(',').map(Number) : Array.from({ length: 501 }, (_, i) => startTime + i * (stopTime - startTime) / 500);
    const { names, row } = table();
    lines.push(['time', ...names].join(','));
    simulate(points.filter(t => t <= stopTime + near(stopTime)), t => lines.push([t, ...row()].join(',')));
  } catch (e) {
    if (!(e instanceof Failure || e instanceof Unsupported)) throw e;
    process.stderr.write(`${e.message}\n`);
    code = e instanceof Unsupported ? 3 : 1;
  }
  if (code !== 3) process.stdout.write(lines.join('\n') + '\n');
  process.exitCode = code;
}
main(process.argv.slice(2));
