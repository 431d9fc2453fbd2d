#!/usr/bin/env node
// Simulates a MOO document in JSON: node simulate.js FILE [--stop T] [--points t1,t2,…] [--parameter NAME=VALUE]…
// It needs nothing but node. Numbers (#1 …) are those of the steps in "The algorithm" of docs/moo.md.
'use strict';
const { Failure, fail, run, value, der, pre, remembered, places, list, isArray, place, initialValue, evaluate, complain,
  dot, multiply, transpose } = require('./expressions.js');
const supported = ['arrays', 'records', 'enumerations', 'strings', 'functions', 'inputs', 'torn', 'mixed', 'algorithms',
  'homotopy', 'timeEvents', 'samples', 'actions', 'stateSets'];

// ---------------------------------------------------------------- linear systems: QR with column pivoting
function orthogonalize(columns, candidates, most = candidates) {        // only the first columns can become pivots
  const steps = [];
  while (steps.length < most) {
    const lengths = columns.slice(0, candidates).map(c => Math.sqrt(dot(c, c))), length = Math.max(...lengths);
    if (!(length > 1e-13)) break;
    const pivot = lengths.indexOf(length), q = columns[pivot].map(x => x / length), row = columns.map(c => dot(q, c));
    columns = columns.map((c, j) => c.map((x, i) => j === pivot ? 0 : x - row[j] * q[i]));
    steps.push({ pivot, length, row });
  }
  return steps;
}
function solveLinear(matrix, right) {       // of a singular matrix: the shortest least-squares solution
  const n = right.length, largest = row => Math.max(...row.map(Math.abs)) || 1;
  const equations = matrix.map((row, i) => [...row, right[i]].map(a => a / largest(row)));
  const sizes = transpose(equations).map(c => Math.sqrt(dot(c, c)) || 1);
  const steps = orthogonalize(transpose(equations.map(row => row.map((a, j) => a / sizes[j]))), n);
  const rows = steps.map(s => s.row.map((a, j) => a * sizes[j])), b = rows.map(row => row.pop());
  if (0 < rows.length && rows.length < n) return multiply(solveLinear(multiply(rows, transpose(rows)), b), rows);
  const x = Array(n).fill(0);
  for (let k = rows.length - 1; k >= 0; k--) x[steps[k].pivot] = (b[k] - dot(rows[k], x)) / rows[k][steps[k].pivot];
  return x;
}

// ---------------------------------------------------------------- blocks (the table after the steps)
let now = [], before = [], requested = new Map();         // conditions in this pass and the last, values from `reinit`
const given = new Map(), memories = { value, der, pre };  // given: values of parameters and start values
const condition = j => now[j] ??= evaluate(list('whenConditions')[j].condition);
const startOf = v => v.start !== undefined ? evaluate(v.start) : initialValue(v.type);
const get = e => e.memory[e.i], put = (e, x) => { e.memory[e.i] = x; };
function prepareBlocks(section) {
  let number = 0;                           // of the equation in its set
  return list(section).map(block => {
    const first = number + 1, equations = block.equations.map(e => {
      const [name, store = 'value'] = [e.target].flat().reverse(), variable = list('variables')[place(name)];
      const part = e.form === 'res' ? 0 : store === 'value' && variable.role === 'discrete' ? 1 : 2;
      const row = (e.jacobian || []).map(entry => [entry.column - first, entry.value]);
      return { ...e, memory: memories[store], i: place(name), variable, number: ++number, row, part };
    });
    const [residuals, switches, sweep] = [0, 1, 2].map(part => equations.filter(e => e.part === part));
    const relations = relationsIn(equations.map(e => e.value));
    return { kind: 'assign', jacobian: 'full', ...block, equations, residuals, switches, sweep, relations };
  });
}
function relationsIn(e, seen = new Set()) {
  if (isArray(e) && !seen.has(e)) {
    seen.add(e).add(e[0] === 'relation' && e[1]);
    (e[0] === 'shared' ? [list('shared')[e[1] - 1]] : e).forEach(x => relationsIn(x, seen));
  }
  return [...seen].filter(Number.isInteger);
}
function assign(e) {
  if (e.overridable && given.has(e.variable.name)) return put(e, given.get(e.variable.name));
  if (e.form !== 'inst') return put(e, evaluate(e.value));
  const rises = (w, j) => w.equations?.includes(e.number) && condition(j) && !before[j];
  const isActive = list('whenConditions').filter(rises).length > 0;
  if (e.variable.role !== 'state') put(e, isActive ? evaluate(e.value) : pre[e.i]);
  else if (isActive) requested.set(e.i, evaluate(e.value));
}
function held(action, isFree = run.isFree) {
  run.isFree = false;
  try { return action(); } finally { run.isFree = isFree; }
}
function succeeds(action) {
  try { action(); return true; } catch (e) { if (e instanceof Failure) return false; throw e; }
}
function solve(block) {
  if (block.kind === 'assign') return assign(block.equations[0]);
  if (block.kind === 'algorithm') return block.equations.map(e => [e, evaluate(e.value)]).forEach(pair => put(...pair));
  if (block.kind === 'mixed' && run.isFree) return solveMixed(block);
  residualsAt(block, block.residuals.map(get));           // relations get their values, and then keep them
  held(() => solveContinuous(block));
}
function residualsAt(block, x) {
  block.residuals.forEach((e, i) => put(e, x[i]));
  block.sweep.forEach(assign);
  return block.residuals.map(e => evaluate(e.value));
}
function jacobian(block, x, r) {            // of the residuals by their targets; assignments before them are inserted
  const h = xj => 1e-7 * Math.max(Math.abs(xj), 1e-3);
  const shifted = j => residualsAt(block, x.map((xk, k) => k === j ? xk + h(xk) : xk));
  if (block.jacobian !== 'full') return transpose(x.map((xj, j) => shifted(j).map((ri, i) => (ri - r[i]) / h(xj))));
  const rows = new Map(block.equations.map(e => [e, e.row.map(([j, d]) => [block.equations[j], evaluate(d)])]));
  return transpose(block.residuals.map(unknown => {
    const tangent = new Map([[unknown, 1]]);              // how each target changes if this unknown changes by 1
    const slope = e => rows.get(e).reduce((sum, [target, d]) => sum + d * (tangent.get(target) || 0), 0);
    block.sweep.forEach(e => tangent.set(e, -slope(e)));
    return block.residuals.map(slope);
  }));
}
function solveContinuous(block) {           // from the present values, the start values, or near the present values
  const last = block.residuals.map(get), nearby = d => last.map((x, i) => x + d * (1 + Math.abs(x)) * (1 + i / 7));
  const others = [1e-3, -1e-3, 0.1, -0.1, 1, -1, 10, -10].map(nearby);
  if ([last, block.residuals.map(e => startOf(e.variable)), ...others].some(x => newton(block, x))) return;
  residualsAt(block, last);
  fail(`cannot solve the block of ${block.equations.map(e => e.variable.name)} at time ${run.time}`);
}
function newton(block, x) {                 // also for linear blocks, which take one step, and another one to refine it
  const read = (name, absent) => block.residuals.map(({ memory, variable }) =>
    memory === value && name in variable ? evaluate(variable[name]) : absent);
  const nominal = read('nominal', 1).map(Math.abs), min = read('min', -Infinity), max = read('max', Infinity);
  const clip = (y, j) => Math.min(Math.max(y, Math.min(min[j], x[j])), Math.max(max[j], x[j]));
  let r = residualsAt(block, x);
  for (let n = 0; n < 100 && r.every(Number.isFinite); n++) {
    const rows = jacobian(block, x, r), size = x.map((xj, j) => Math.max(nominal[j], Math.abs(xj)));
    const units = rows.map(row => Math.max(...row.map((d, j) => Math.abs(d) * size[j])) || 1);
    const norm = residuals => Math.max(0, ...residuals.map((ri, i) => Math.abs(ri) / units[i]));
    const step = solveLinear(rows, r), isTiny = step.every((d, j) => Math.abs(d) <= 1e-10 * size[j]);
    if (isTiny && !(norm(r) < 1e-8)) return false;        // where the Jacobian is 0, the step is 0, too
    let factor = 2, next, residuals;
    do {
      factor /= 2;
      next = x.map((xj, j) => clip(xj - factor * step[j], j));
      residuals = residualsAt(block, next);
      if (factor < 1e-8) return residualsAt(block, x), norm(r) < 1e-12;
    } while (!isTiny && !(residuals.every(Number.isFinite) && norm(residuals) < norm(r)));
    [x, r] = [next, residuals];
    if (isTiny) return r.every(Number.isFinite);
  }
  return false;
}
function solveMixed({ relations, switches, ...block }) {  // assume relations and discrete targets until both agree
  const seen = new Set(), assumption = () => JSON.stringify([relations.map(k => remembered[k]), switches.map(get)]);
  for (let bits = -1; bits < 2 ** Math.min(12, relations.length); bits++) {     // after a circle: all combinations
    if (bits >= 0) relations.forEach((k, n) => { remembered[k] = (bits >> n & 1) === 1; });
    if (bits >= 0) held(() => switches.forEach(assign));
    while (!seen.has(assumption())) {
      const assumed = assumption(), isSolved = succeeds(() => held(() => solveContinuous(block)));
      seen.add(assumed);
      relations.forEach(k => evaluate(list('zeroCrossings')[k - 1].relation));
      switches.forEach(assign);
      if (isSolved && assumed === assumption()) return;
    }
  }
  fail(`no assumption about the relations of ${block.equations.map(e => e.variable.name)} agrees at time ${run.time}`);
}

// ---------------------------------------------------------------- parameters and initialization (#1, #2, #3)
let sets = {}, states = [], discrete = [], nextSample = [];
const isDue = t => t <= run.time + 1e-12 * Math.max(1, Math.abs(run.time));
const copyTo = (memory, values) => values.forEach((x, i) => { memory[i] = x; });
const setStartValues = () =>
  list('variables').forEach((v, i) => { if (v.binding === undefined) value[i] = startOf(v); });
function prepare(doc) {
  run.doc = doc;
  const variables = list('variables'), missing = list('requires').find(feature => !supported.includes(feature));
  if (missing) fail(`${missing} is not supported`, 3);
  if (!/^1\./.test(doc.moo) || doc.slice) fail(`version ${doc.moo}, or a slice of a document`);
  variables.forEach((v, i) => { places.set(v.name, i); value[i] = initialValue(v.type); der[i] = 0; });
  const fixed = [...given.keys()].map(place).find(i => variables[i].isFinal || variables[i].evaluated);
  if (fixed !== undefined) fail(`${variables[fixed].name} cannot be changed`);
  list('parameters').forEach(p => { value[place(p)] = given.get(p) ?? evaluate(variables[place(p)].binding); });
  setStartValues();
  copyTo(pre, value);
  for (const section of ['initialization', 'integration', 'reinitialization']) sets[section] = prepareBlocks(section);
  [states, discrete] = ['state', 'discrete'].map(role => [...variables.keys()].filter(i => variables[i].role === role));
  if (states.some(i => typeof value[i] !== 'number')) fail('states that are arrays are not supported', 3);
}
function initialize() {
  const attempt = lambda => { run.lambda = lambda; sets.initialization.forEach(solve); };
  const lambdas = list('requires').includes('homotopy') ? [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] : [1];
  run.isInitial = run.isFree = true;
  if (!succeeds(() => lambdas.forEach(attempt))) { setStartValues(); attempt(1); }
  chooseStates();
  checkAssertions();
  before = list('whenConditions').map(w => evaluate(w.condition));
  act(j => before[j] && JSON.stringify(list('whenConditions')[j].condition).includes('["initial"]'));
  run.isInitial = false;
  nextSample = list('samplings').map(s => Math.max(0, Math.ceil(-evaluate(s.start) / evaluate(s.interval))));
  handleEvent();
}

// ---------------------------------------------------------------- events (#5), states that are chosen (#7)
const sampleTimes = () => list('samplings').map((s, k) => evaluate(s.start) + nextSample[k] * evaluate(s.interval));
function handleEvent() {
  const rose = new Set();
  run.isFree = true;
  copyTo(pre, value);
  sampleTimes().forEach((t, k) => { if (isDue(t)) { run.samples.add(k + 1); nextSample[k]++; } });
  for (let pass = 0; pass < 100; pass++) {
    [now, requested] = [[], new Map()];
    sets.reinitialization.forEach(solve);
    list('whenConditions').forEach((_, j) => { if (condition(j) && !before[j]) rose.add(j); });
    list('zeroCrossings').forEach(z => evaluate(z.relation));
    run.samples.clear();
    const hasChanged = discrete.some(i => !Object.is(value[i], pre[i])) || now.some((x, j) => x !== before[j]);
    requested.forEach((x, i) => { value[i] = x; });
    copyTo(pre, value);
    before = now;
    if (hasChanged || requested.size > 0) continue;
    act(j => rose.has(j));
    run.isFree = false;
    return checkAssertions();
  }
  fail(`the model oscillates at time ${run.time}`);
}
function act(rises) {
  for (const { kind, value: e } of list('actions').filter(a => a.conditions?.some(j => rises(j - 1)))) {
    const message = evaluate(e);
    if (kind === 'terminate') process.stderr.write(`${message}\n`);
    run.isTerminated ||= kind === 'terminate';
  }
}
const checkAssertions = () => held(() => {
  for (const a of list('assertions')) if (!evaluate(a.condition)) complain(evaluate(a.message), a.level, a.source);
});
function chooseStates() {                   // true if a choice has changed
  return list('stateSets').filter(set => {
    const n = set.candidates.length, rank = n - set.states.length, selection = set.selection.map(place);
    const columns = set.candidates.map(() => Array(rank).fill(0));
    for (const e of set.jacobian) columns[e.column - 1][e.row - 1] = evaluate(e.value);
    const isState = i => set.states.some((_, j) => value[selection[j * n + i]] === 1);
    const determinant = steps => steps.length < rank ? 0 : steps.reduce((d, s) => d * s.length, 1);
    const best = orthogonalize(columns, n, rank), present = orthogonalize(columns.filter((_, i) => !isState(i)), rank);
    if (determinant(present) >= determinant(best) / 2) return false;
    const chosen = [...columns.keys()].filter(i => best.every(s => s.pivot !== i));
    set.states.forEach((s, j) => {
      value[place(s)] = value[place(set.candidates[chosen[j]])];
      columns.forEach((_, i) => { value[selection[j * n + i]] = Number(chosen[j] === i); });
    });
    return true;
  }).length > 0;
}

// ---------------------------------------------------------------- integration: Dormand and Prince, order 5 (#4)
const stages = [[], [1/5], [3/40, 9/40], [44/45, -56/15, 32/9], [19372/6561, -25360/2187, 64448/6561, -212/729],
  [9017/3168, -355/33, 46732/5247, 49/176, -5103/18656], [35/384, 0, 500/1113, 125/192, -2187/6784, 11/84]];
const errorWeights = [71/57600, 0, -71/16695, 71/1920, -17253/339200, 22/525, -1/40], tolerance = 1e-8;
function derivatives(t, y) {
  run.time = t;
  states.forEach((i, n) => { value[i] = y[n]; });
  sets.integration.forEach(solve);
  return states.map(i => der[i]);
}
function step(t, y, end) {                  // returns the error in units of the tolerance
  const k = [], h = end - t, change = (weights, i) => h * weights.reduce((sum, w, j) => sum + w * k[j][i], 0);
  const evaluateStage = (weights, n) => {
    const time = n < 5 ? t + h * weights.reduce((sum, w) => sum + w, 0) : end;
    k.push(derivatives(time, y.map((x, i) => x + change(weights, i))));
  };
  if (!succeeds(() => stages.forEach(evaluateStage))) return Infinity;  // a shorter step may succeed
  return Math.max(0, ...y.map((x, i) => {
    const { nominal = 1 } = list('variables')[states[i]], error = Math.abs(change(errorWeights, i));
    const size = Math.max(Math.abs(x), Math.abs(value[states[i]]), 1e-3 * Math.abs(evaluate(nominal)));
    return Number.isFinite(error) ? error / (tolerance * size) : Infinity;
  }));
}
const sides = () =>                         // on its border, a relation is as it was
  list('zeroCrossings').map((z, k) => Math.sign(evaluate(z.function)) || (remembered[k + 1] ? 1 : -1)).join();
function nextRelationTime() {               // `time >= t` changes at t, and `time > t` at the next number
  const after = t => t + Math.max(Math.abs(t) * 2 ** -52, 2 ** -60);
  const times = list('zeroCrossings').filter(z => z.kind === 'time').map(z => evaluate(z.time));
  return Math.min(Infinity, ...times.flatMap(t => [t, after(t)]).filter(t => t > run.time));
}
function simulate(points, stopTime, store) {
  const storeRows = () => { while (points[0] <= run.time) store(points.shift()); };
  initialize();
  for (let h = 0; run.time < stopTime && !run.isTerminated;) {
    storeRows();
    const t = run.time, y = states.map(i => value[i]), saved = [[...value], [...der]], sidesBefore = sides();
    const eventTime = Math.min(stopTime, nextRelationTime(), ...sampleTimes()), limit = Math.min(eventTime, ...points);
    let length = Math.min(h || 1e-11 * Math.max(1, Math.abs(t)), stopTime / 500, limit - t), growth = 4;
    for (;;) {                              // shorten the step until it is exact enough, and ends just after a crossing
      const error = step(t, y, length === limit - t ? limit : t + length), wished = 0.9 * Math.max(error, 1e-6) ** -0.2;
      const isLate = error <= 1 && length > 1e-10 * Math.max(1, Math.abs(t)) && sides() !== sidesBefore;
      h = length * Math.min(growth, wished);
      if (error <= 1 && !isLate) break;
      growth = 1;
      length *= isLate ? 0.5 : Math.max(0.2, wished);
      [value, der].forEach((memory, n) => copyTo(memory, saved[n]));
      if (t + length / 4 <= t) fail(`no step is short enough at time ${t}`);
    }
    checkAssertions();
    if (chooseStates()) derivatives(run.time, states.map(i => value[i]));
    if (sides() !== sidesBefore || isDue(eventTime)) { handleEvent(); h = 0; }
  }
  if (!run.isTerminated) { run.isTerminal = true; handleEvent(); }
  storeRows();
}

// ---------------------------------------------------------------- command line and results
function main([file, ...args]) {
  const option = name => args.includes(name) ? args[args.indexOf(name) + 1] : undefined, aliases = new Map();
  const write = cells => process.stdout.write(`${cells.join(',')}\n`);
  const valueOf = name => {
    const alias = aliases.get(name), x = alias ? valueOf(alias.target) : value[place(name)];
    return !alias?.negated ? x : typeof x === 'boolean' ? !x : -x;
  };
  for (const [name, text] of args.filter((_, i) => args[i - 1] === '--parameter').map(word => word.split(/=(.*)/s)))
    given.set(name, { true: true, false: false }[text] ?? Number(text));
  try {
    prepare(JSON.parse(require('fs').readFileSync(file, 'utf8')));
    list('aliases').forEach(a => aliases.set(a.variable, a));
    const shown = list('variables').map(v => v.name).filter(name => /number|boolean/.test(typeof valueOf(name)));
    const names = [...shown, ...states.map(i => `der(${list('variables')[i].name})`)];
    write(['time', ...names.map(name => /[",]/.test(name) ? `"${name.replace(/"/g, '""')}"` : name)]);
    const stop = Number(option('--stop') ?? run.doc.experiment?.stopTime ?? 1);
    const points = option('--points')?.split(',').map(Number) ?? Array.from({ length: 501 }, (_, i) => i / 500 * stop);
    simulate(points, stop, t => {
      for (const r of list('recovered')) value[place(r.variable)] = held(() => evaluate(r.value));
      write([t, ...shown.map(name => Number(valueOf(name))), ...states.map(i => der[i])]);
    });
  } catch (e) {
    if (!(e instanceof Failure)) throw e;
    process.stderr.write(`${e.message}\n`);
    process.exitCode = e.code;
  }
}
main(process.argv.slice(2));
