// Expressions and functions of a MOO document (docs/operators.md): each expression becomes a closure that computes its value.
'use strict';

class Failure extends Error {}              // the simulation fails: exit code 1
class Unsupported extends Error {}          // the document needs something that is missing here: exit code 3
const fail = message => { throw new Failure(message); };

// ---------------------------------------------------------------- the document and its memory
const run = {                               // what expressions read, and simulate.js changes
  doc: null, time: 0, lambda: 1, isInitial: false, isTerminal: false, terminated: false,
  free: true,                               // mode `free`: evaluate and remember relations; otherwise they are `held`
  due: {}, ticking: { first: true, interval: 0 }, delays: [], transports: [],
};
let noEventDepth = 0, epoch = 0;            // epoch: shared expressions are computed once per epoch
const remembered = [], types = new Map(), functions = new Map(), slots = new Map(), warned = new Set();
const memory = { value: [], der: [], pre: [], previous: [], left: [] };
const list = section => run.doc[section] || [];
const isObject = e => e !== null && typeof e === 'object' && !Array.isArray(e);
const slot = name => slots.has(name) ? slots.get(name) : fail(`unknown variable ${name}`);
const variable = i => run.doc.variables[i];
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
const pairwise = f => (a, b) => isArray(a) || isArray(b) ? each(f, a, b) : f(a, b);
const flat = a => isArray(a) ? a.flat(Infinity) : [a];
const sizes = a => isArray(a) ? [a.length, ...(a.length ? sizes(a[0]) : [])] : [];
const fill = (x, dims) => dims.length ? Array.from({ length: dims[0] }, () => fill(x, dims.slice(1))) : copy(x);
const promote = (a, n) => n === 0 ? a : isArray(a) ? a.map(x => promote(x, n - 1)) : [promote(a, n - 1)];
const transpose = a => a.length ? a[0].map((_, j) => a.map(row => row[j])) : [];
const dot = (u, v) => u.length === v.length ? u.reduce((s, x, i) => s + x * v[i], 0) : fail('vectors of different sizes');
const cat = (k, arrays) => k === 1 ? arrays.flat(1) : arrays[0].map((_, i) => cat(k - 1, arrays.map(a => a[i])));
const matrix = rows => Array.from({ length: rows }, (_, i) => Array.from({ length: rows }, (_, j) => i === j ? 1 : 0));
const product = pairwise((x, y) => x * y), difference = pairwise((x, y) => x - y);
function times(a, b) {
  if (!isArray(a) || !isArray(b)) return product(a, b);
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
  '+': pairwise((x, y) => x + y), '*': times, '/': pairwise((x, y) => x / y), '-': (a, b) => b === undefined ? each(x => -x, a) : difference(a, b),
  '^': (a, n) => isArray(a) ? Array.from({ length: n }).reduce(p => times(p, a), matrix(a.length)) : n === 0 ? 1 : a ** n,
  '.+': pairwise((x, y) => x + y), '.-': difference, '.*': product, './': pairwise((x, y) => x / y), '.^': pairwise((x, y) => y === 0 ? 1 : x ** y),
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

const evaluate = expression => { epoch++; depth = 0; return compile(expression)({}); };
const compiled = new Map();                 // each expression of the document is compiled once
let depth = 0;                              // of calls of functions
const ends = [];                            // sizes that `end` means, innermost last
function compile(e) {
  if (typeof e === 'number' || typeof e === 'boolean') return () => e;
  if (typeof e === 'string') { const i = slot(e); return () => memory.value[i]; }
  if (!compiled.has(e)) {
    const [op, ...args] = e.filter(x => !isObject(x));
    compiled.set(e, forms[op] ? forms[op](args) : application(operators[op] || fail(`unknown operator ${op}`), args.map(compile)));
  }
  return compiled.get(e);
}
const single = x => x instanceof Tuple ? x.values[0] : x;       // a call with several results, where one value is needed
const application = (f, operands) => operands.length === 1 ? env => f(operands[0](env)) : operands.length === 2 ? env => f(operands[0](env), operands[1](env)) : env => f(...operands.map(o => o(env)));
const stored = store => ([name]) => { const i = slot(name); return () => memory[store][i]; };
const quiet = f => env => { noEventDepth++; try { return f(env); } finally { noEventDepth--; } };
const logical = stop => ([a, b]) => {       // b is not evaluated if a decides
  const [f, g] = [compile(a), compile(b)];
  return env => { const x = f(env); return isArray(x) ? each((p, q) => p === stop ? p : q, x, g(env)) : x === stop ? x : g(env); };
};
const resolveShared = e => isArray(e) && e[0] === 'shared' ? resolveShared(run.doc.shared[e[1] - 1]) : e;
const numberOf = (section, e) => {           // inside noEvent, `delay` has no number: look for its row
  const k = list(section).findIndex(row => JSON.stringify(resolveShared(row.call)[2]) === JSON.stringify(e));
  return k < 0 ? fail(`an unknown ${e[0]}`) : k + 1;
};
const forms = {
  int: ([n]) => () => n, string: ([s]) => () => s, time: () => () => run.time, whole: () => () => undefined, end: () => () => ends[ends.length - 1],
  enum: ([type, literal]) => { const n = types.get(type).members.findIndex(m => m.name === literal) + 1; return () => n; },
  local: ([name]) => env => env[name],
  shared: ([k]) => {
    let f, at = -1, last;                   // inside noEvent a shared expression can have another value
    return env => {
      f = f || compile(run.doc.shared[k - 1]);
      if (noEventDepth || depth) return f(env);
      if (at !== epoch) { last = f(env); at = epoch; }
      return last;
    };
  },
  relation: ([k, e]) => {
    const f = compile(e);
    return env => noEventDepth ? f(env) : run.free ? (remembered[k] = f(env)) : remembered[k];
  },
  and: logical(false), or: logical(true), noEvent: ([e]) => quiet(compile(e)),
  if: ([c, x, y]) => { const [f, g, h] = [c, x, y].map(compile); return env => f(env) ? g(env) : h(env); },
  der: stored('der'), pre: stored('pre'), previous: stored('previous'), hold: ([e]) => compile(e), noClock: ([e]) => compile(e),
  edge: ([b]) => { const i = slot(b); return () => memory.value[i] && !memory.pre[i]; },
  change: ([x]) => { const i = slot(x); return () => memory.value[i] !== memory.pre[i]; },
  initial: () => () => run.isInitial, terminal: () => () => run.isTerminal, firstTick: () => () => run.ticking.first, interval: () => () => run.ticking.interval,
  sampling: ([k]) => () => Boolean(run.due.samples && run.due.samples.has(k)),
  sample: ([u, ...time]) => {               // of a clocked partition: the value at the left of the event
    if (time.length) return forms.sampling([numberOf('samplings', ['sample', u, ...time])]);
    const f = compile(u);
    return env => { const present = memory.value; memory.value = memory.left; try { return f(env); } finally { memory.value = present; } };
  },
  homotopy: ([actual, simplified]) => {
    const [f, g] = [compile(actual), compile(simplified)];
    return env => run.lambda === 1 ? f(env) : run.lambda === 0 ? g(env) : run.lambda * f(env) + (1 - run.lambda) * g(env);
  },
  delay: args => forms.delayed([numberOf('delays', ['delay', ...args]), ['delay', ...args]]),
  delayed: ([k, call]) => {
    const [f, g] = resolveShared(call).slice(1, 3).map(compile);
    return env => run.delays[k - 1].at(g(env), () => f(env));
  },
  transported: ([k, call]) => {
    const f = resolveShared(call).slice(1, 5).map(compile);
    return env => new Tuple(run.transports[k - 1].ends(...f.map(g => g(env))));
  },
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
  if (e[0] === 'shared') return typeOf(run.doc.shared[e[1] - 1]);
  if (e[0] === 'local') return (localTypes.get(e[1]) || 'Integer');
  if (e[0] === 'call') return functions.get(e[1]).variables.find(v => v.role === 'output').type;
  return 'Real';
}

// ---------------------------------------------------------------- functions
const localTypes = new Map();               // of the function that is being compiled
function initialValue(type, dims = []) {
  if (isObject(type)) return initialValue(type.element, type.sizes);
  const declared = types.get(type);
  const scalar = type === 'Boolean' ? false : type === 'String' ? '' : !declared ? 0 : declared.kind === 'enumeration' ? 1
    : Object.fromEntries(declared.members.map(m => [m.name, initialValue(m.type)]));
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
  terminate: s => () => { run.terminated = true; },
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
function assignment(target) {
  const [op, ...args] = target.filter(x => !isObject(x));
  if (op === 'local') return (x, env) => { env[args[0]] = copy(single(x)); };
  if (op === 'tuple') { const sets = args.map(a => a[0] === 'whole' ? () => {} : assignment(a)); return (x, env) => sets.forEach((set, i) => set(x.values[i], env)); }
  const base = compile(args[0]);            // arrays and records are references, so their parts can be set in place
  if (op === 'field') return (x, env) => { base(env)[args[1]] = copy(single(x)); };
  const places = subscriptPlaces(args.slice(1));
  const set = (a, [i, ...rest], x) => {
    if (i === undefined) i = a.map((_, k) => k);
    if (isArray(i)) i.forEach((k, n) => set(a, [k, ...rest], x[n]));
    else if (rest.length) set(element(a, i), rest, x);
    else { element(a, i); a[i] = copy(single(x)); }
  };
  return (x, env) => { const a = base(env); set(a, places(a, env), x); };
}
function complain(message, level = 'error', source = '') {
  if (level === 'error') fail(`${source}: ${message}`);
  if (!warned.has(source + message)) process.stderr.write(`warning: ${source}: ${message} at time ${run.time}\n`);
  warned.add(source + message);
}

module.exports = { run, memory, remembered, types, functions, slots, Failure, Unsupported, fail, list, isObject, isArray, slot, variable, near,
  fill, evaluate, compile, quiet, initialValue, complain, resolveShared };
