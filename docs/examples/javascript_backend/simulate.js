#!/usr/bin/env node
// Simulates a MOO document in JSON. It needs nothing but node. Step numbers (#1 …) are those of "The algorithm" in docs/moo.md.
'use strict';
const fs = require('fs');
const { run, memory, remembered, types, functions, slots, Failure, Unsupported, fail, list, isObject, isArray, slot, variable, near,
  fill, evaluate, compile, quiet, initialValue, complain, resolveShared } = require('./expressions.js');
const { solveLinear, largestColumns, transpose } = require('./linear_algebra.js');

const supported = new Set(['arrays', 'records', 'enumerations', 'strings', 'functions', 'inputs', 'torn', 'mixed', 'algorithms',
  'homotopy', 'timeEvents', 'samples', 'actions', 'delays', 'transports', 'clocks', 'stateSets']);

// ---------------------------------------------------------------- blocks (the table after the steps in docs/moo.md)
const whenOf = new Map();                   // equation of `reinitialization` → numbers of its conditions, from 0
let now = [], before = [], requested = new Map(), startValues = new Map();
function prepareBlocks(blocks, isReinitialization) {
  let number = 0;
  return blocks.map(block => {
    const first = number + 1, equations = block.equations.map(e => {
      const [store, name] = isArray(e.target) ? e.target : ['value', e.target];
      return { ...e, number: ++number, store, i: slot(name), variable: variable(slot(name)), when: isReinitialization && whenOf.get(number) || [],
        row: (e.jacobian || []).map(entry => [entry.column - first, entry.value]) };
    });
    if (equations.length === 1 && equations[0].form !== 'res') return { kind: 'assign', equations };
    const isSwitch = e => block.kind === 'mixed' && e.form !== 'res' && (e.form === 'inst' || e.store !== 'der' && e.variable.role === 'discrete');
    return { kind: block.kind || 'nonlinear', equations, exact: !block.jacobian || block.jacobian === 'full',
      relations: [...relationsOf(equations.map(e => e.value))], switches: equations.filter(isSwitch),
      sweep: equations.filter(e => !isSwitch(e) && e.form !== 'res'), residuals: equations.filter(e => e.form === 'res') };
  });
}
function relationsOf(e, found = new Set(), seen = new Set()) {
  if (!isArray(e) || seen.has(e)) return found;
  seen.add(e);
  if (e[0] === 'relation') found.add(e[1]);
  if (e[0] === 'shared') relationsOf(run.doc.shared[e[1] - 1], found, seen); else e.forEach(x => relationsOf(x, found, seen));
  return found;
}
const get = e => memory[e.store][e.i];
const put = (e, x) => { memory[e.store][e.i] = x; };
function assign(e) {
  if (e.overridable && startValues.has(e.variable.name)) return put(e, startValues.get(e.variable.name));
  if (e.form !== 'inst') return put(e, evaluate(e.value));
  const active = e.when.map(condition).some((holds, n) => holds && !before[e.when[n]]);         // #5: computed when it is needed
  if (!active) { if (e.variable.role !== 'state') put(e, memory.pre[e.i]); }
  else if (e.variable.role === 'state') requested.set(e.i, evaluate(e.value));
  else put(e, evaluate(e.value));
}
const condition = j => now[j] === undefined ? (now[j] = evaluate(run.doc.whenConditions[j].condition)) : now[j];
const succeeds = action => { try { action(); return true; } catch (e) { if (e instanceof Failure) return false; throw e; } };
function held(action) { const mode = run.free; run.free = false; try { return action(); } finally { run.free = mode; } }
function solve(block) {
  if (block.kind === 'assign') return assign(block.equations[0]);
  if (block.kind === 'algorithm') return block.equations.map(e => evaluate(e.value)).forEach((x, k) => put(block.equations[k], x));
  if (block.kind === 'mixed' && run.free) return solveMixed(block);
  if (run.free) residuals(block);               // relations that do not depend on the block get their values, then they are held
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
  const entries = e => e.row.map(([column, value]) => [block.equations[column], evaluate(value)]);
  const rows = new Map([...block.sweep, ...block.residuals].map(e => [e, entries(e)]));
  return transpose(block.residuals.map(unknown => {
    const tangent = new Map([[unknown, 1]]);  // the change of each target when this unknown changes by 1
    const slope = e => rows.get(e).reduce((s, [other, d]) => s + d * (tangent.get(other) || 0), 0);
    for (const e of block.sweep) tangent.set(e, -slope(e));
    return block.residuals.map(slope);
  }));
}
function solveContinuous(block) {
  const last = block.residuals.map(get), bound = (e, m, none) => e.store === 'value' && e.variable[m] !== undefined ? evaluate(e.variable[m]) : none;
  const limits = block.residuals.map(e => [bound(e, 'min', -Infinity), bound(e, 'max', Infinity)]);
  const clip = x => x.map((xi, i) => { const [min, max] = limits[i]; return last[i] >= min && last[i] <= max ? Math.min(Math.max(xi, min), max) : xi; });
  if (block.kind === 'linear' && solveLinearBlock(block, last)) return;
  const starts = [last, last, block.residuals.map(e => startOf(e.variable))];
  const side = last.length === 1 && Number.isFinite(residualsAt(block, last)[0]) ? -1 : 1;              // as the reference does
  for (const d of [1e-3, -1e-3, 0.1, -0.1, 1, -1, 10, -10]) starts.push(last.map((x, i) => x + side * d * (1 + Math.abs(x)) * (1 + i / 7)));
  if (starts.some((start, n) => newton(block, start, n ? x => x : clip))) return;
  residualsAt(block, last);
  fail(`cannot solve the block of ${block.equations.map(e => JSON.stringify(e.target))} at time ${run.time}`);
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
    const rows = jacobian(block, x), size = x.map((xi, j) => Math.max(nominal[j], Math.abs(xi)));
    const weight = rows.map(row => 1 / (Math.max(...row.map((d, j) => Math.abs(d) * size[j])) || 1));     // residuals as changes of x
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
    const solved = succeeds(() => held(() => solveContinuous(block)));
    block.relations.forEach(k => evaluate(run.doc.zeroCrossings[k - 1].relation));
    block.switches.forEach(assign);
    return solved && assumed === assumption();
  };
  block.relations.forEach(k => { if (remembered[k] === undefined) evaluate(run.doc.zeroCrossings[k - 1].relation); });
  while (!seen.has(assumption())) if (agrees()) return held(() => solveContinuous(block));
  const count = block.relations.length;
  for (let bits = 0; count <= 12 && bits < 2 ** count; bits++) {    // a circle: try all combinations
    block.relations.forEach((k, n) => { remembered[k] = Boolean(bits >> n & 1); });
    held(() => block.switches.forEach(assign));
    if (agrees()) return held(() => solveContinuous(block));
  }
  fail(`no assumption about the relations of ${block.switches.map(e => e.variable.name)} agrees at time ${run.time}`);
}

// ---------------------------------------------------------------- memory of delays and transports (end of #4)
class Delay {                               // segments of smooth values; a new one begins at each event
  constructor(row) { Object.assign(this, { row, segments: [], cursor: 0 }); }
  delayTime() { return evaluate(this.row.delayTime); }
  record(afterEvent) {
    const z = Number(evaluate(this.row.value)), last = this.segments[this.segments.length - 1];
    if (!last || afterEvent) {
      const jump = last && Math.abs(z - last.z[last.z.length - 1]) > 1e-12 * Math.max(1, Math.abs(z));
      this.segments.push({ t: [run.time], z: [z], jump });
      this.cursor = this.segmentAt(run.time - this.delayTime(), true);
    } else if (last.t[last.t.length - 1] < run.time) { last.t.push(run.time); last.z.push(z); }
  }
  segmentAt(t, passJumps) {                 // between events no jump is passed
    let n = this.cursor;
    if (passJumps) while (n > 0 && this.segments[n].t[0] > t + near(t)) n--;
    const next = () => this.segments[n + 1];
    while (next() && (passJumps ? next().t[0] <= t + near(t) : !next().jump && next().t[0] <= t)) n++;
    return n;
  }
  nextJump() { return this.segments.slice(this.cursor + 1).find(s => s.jump); }
  at(by, present) {
    const t = run.time - by, n = this.segments.length && by > 0 ? this.segmentAt(t, run.free) : -1;
    if (n < 0) return present();
    const s = this.segments[n], isLast = n === this.segments.length - 1, end = s.t.length;
    if (t <= s.t[0]) return s.z[0];
    if (!isLast && t >= s.t[end - 1]) return s.z[end - 1];
    const [ts, zs] = isLast && t > s.t[end - 1] ? [[...s.t.slice(-3), run.time], [...s.z.slice(-3), present()]] : [s.t, s.z];
    let low = 0, high = ts.length - 1;
    while (high - low > 1) { const middle = (low + high) >> 1; if (ts[middle] <= t) low = middle; else high = middle; }
    const from = Math.max(0, Math.min(low - 1, ts.length - 4)), near4 = ts.slice(from, from + 4);
    const weight = i => near4.reduce((p, tj, j) => i === j ? p : p * (t - tj) / (near4[i] - tj), 1), base = zs[from];
    return near4.reduce((sum, _, i) => sum + (zs[from + i] - base) * weight(i), base);          // exact where z is constant
  }
}
class Transport {                           // a profile [place, value] that does not move, while the pipe from -x to 1 - x moves over it
  constructor(row) { this.row = row; this.profile = null; this.inputs = resolveShared(resolveShared(row.call)[2]).slice(1, 5); }
  record() {
    const [in0, in1, x, positive] = this.inputs.map(e => evaluate(e));
    this.profile = this.profile || this.initialProfile(x);
    const [left, right] = [-x, 1 - x], [first, last] = [this.profile[0], this.profile[this.profile.length - 1]];
    const ends = [[left, this.valueAt(left)], [right, this.valueAt(right)]];
    this.profile = this.profile.filter(([place]) => place >= left && place <= right);           // what has left the pipe is forgotten
    if (first[0] < left) this.profile.unshift(ends[0]);
    if (last[0] > right) this.profile.push(ends[1]);
    if (positive) this.profile.unshift([left, in0]); else this.profile.push([right, in1]);
  }
  initialProfile(x) {
    const { initialPoints: points = [], initialValues: values = [] } = this.row, number = e => compile(e)({});
    return values.length ? points.map((p, k) => [number(p) - x, number(values[k])]) : [[-x, 0], [1 - x, 0]];
  }
  valueAt(place, p = this.profile) {
    const n = p.findIndex(([q]) => q >= place);
    if (n <= 0) return p[n < 0 ? p.length - 1 : 0][1];
    const [[a, u], [b, v]] = [p[n - 1], p[n]];
    return b === a ? v : u + (v - u) * (place - a) / (b - a);
  }
  ends(in0, in1, x, positive) {
    const profile = this.profile || this.initialProfile(x);
    return positive ? [in0, this.valueAt(1 - x, profile)] : [this.valueAt(-x, profile), in1];
  }
}
const remember = afterEvent => { held(() => [...run.delays, ...run.transports].forEach(m => m.record(afterEvent))); };

// ---------------------------------------------------------------- clocks (#6)
let partitions = [], clockBefore = [], clockTicks = [];
function prepareClocks() {
  const isPeriodic = p => run.doc.clocks[p.clock - 1].kind === 'periodic';
  partitions = list('partitions').map(p => ({ ...p, blocks: prepareBlocks(p.equations), n: 0, last: undefined, periodic: isPeriodic(p) }));
  const varies = c => c.kind === 'periodic' && typeof c.interval !== 'number' && c.interval[0] !== 'int';
  clockTicks = list('clocks').map(c => ({ n: 0, next: run.time, varies: varies(c) }));
}
const period = clock => evaluate(clock.interval) / (clock.resolution === undefined ? 1 : evaluate(clock.resolution));
function tickTime(p, start) {               // one fraction of whole numbers, divided once
  const clock = run.doc.clocks[p.clock - 1], state = clockTicks[p.clock - 1];
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
    const clock = run.doc.clocks[p.clock - 1], state = clockTicks[p.clock - 1], first = p.last === undefined;
    run.ticking = { first, interval: !p.periodic ? (first ? evaluate(clock.startInterval || 0) : run.time - p.last) :
      state.varies ? (first ? period(clock) : run.time - p.last) : period(clock) * p.factorNumerator / p.factorDenominator };
    p.blocks.forEach(solve);
    for (const e of p.blocks.flatMap(b => b.equations)) memory.previous[e.i] = memory.value[e.i];
    p.last = run.time; p.n++;
  }
}
function tickPeriodic(isDue) {
  clockTicks.forEach((state, k) => { if (state.varies && isDue(state.next)) state.ticks = true; });
  const ticksNow = (p, state) => state.varies ? state.ticks && ticksAt(p, state.n) : isDue(tickTime(p, startTime));
  tick(partitions.filter(p => p.periodic && ticksNow(p, clockTicks[p.clock - 1])));
  clockTicks.forEach((state, k) => { if (state.ticks) { state.n++; state.next = run.time + period(run.doc.clocks[k]); state.ticks = false; } });
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
    slotsOf(set.states).forEach((s, j) => {
      memory.value[s] = memory.value[candidates[states[j]]];
      for (let i = 0; i < n; i++) memory.value[selection[j * n + i]] = Number(states[j] === i);
    });
  }
  return changed;
}

// ---------------------------------------------------------------- parameters, initialization, events (#1, #2, #3, #5)
let startTime = 0, stopTime = 0, sets = {}, states = [], discrete = [], nominals = [], nextSample = [];
const startOf = v => v.start !== undefined ? evaluate(v.start) : initialValue(v.type);
const same = (a, b) => a === b || a !== a && b !== b;
const isScalar = v => !isObject(v.type) && !(types.has(v.type) && types.get(v.type).kind === 'record');
function prepare(overrides) {
  if (!/^1\./.test(run.doc.moo)) fail(`version ${run.doc.moo} of the format`);
  for (const feature of list('requires')) if (!supported.has(feature)) throw new Unsupported(feature);
  if (run.doc.slice) throw new Unsupported('slice');
  list('types').forEach(t => types.set(t.name, t));
  for (const v of list('variables').filter(v => !isScalar(v) && !['parameter', 'constant'].includes(v.role)))      // tables may be arrays
    throw new Unsupported(isObject(v.type) ? 'arrays' : 'records');
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
  setAll(v => (run.doc.parameters || []).includes(v.name) ? memory.value[slot(v.name)] : startOf(v));
  computeParameters();
  const prepared = name => prepareBlocks(list(name), name === 'reinitialization');
  sets = { initialization: prepared('initialization'), integration: prepared('integration'), reinitialization: prepared('reinitialization') };
  [states, discrete] = ['state', 'discrete'].map(role => list('variables').map((v, i) => i).filter(i => variable(i).role === role));
  run.delays = list('delays').map(row => new Delay(row));
  run.transports = list('transports').map(row => new Transport(row));
  prepareClocks();
}
function computeParameters() {
  for (const name of list('parameters')) {
    const i = slot(name), v = variable(i);
    memory.value[i] = startValues.has(name) ? startValues.get(name) : v.binding === undefined ? startOf(v) : evaluate(v.binding);
  }
}
function initialize() {
  run.isInitial = run.free = true;
  const startMemory = Object.fromEntries(Object.entries(memory).map(([store, values]) => [store, [...values]]));
  const attempt = l => { run.lambda = l; sets.initialization.forEach(solve); };
  const steps = list('requires').includes('homotopy') ? [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(n => n / 10) : [1];
  if (!succeeds(() => steps.forEach(attempt))) { Object.assign(memory, startMemory); attempt(1); }
  chooseStates();
  now = list('whenConditions').map(w => evaluate(w.condition));          // with `pre` as it was during the initialization
  clockBefore = list('clocks').map(c => typeof c.condition === 'string' && memory.pre[slot(c.condition)] === true);
  act(j => now[j] && JSON.stringify(run.doc.whenConditions[j].condition).includes('["initial"]'));
  before = now;
  run.isInitial = false;
  nextSample = list('samplings').map(s => Math.max(0, Math.ceil((startTime - evaluate(s.start)) / evaluate(s.interval) - 1e-9)));
  event();
}
const sampleTime = k => { const s = run.doc.samplings[k]; return evaluate(s.start) + nextSample[k] * evaluate(s.interval); };
function event() {                          // what is due at the present time
  const isDue = t => t <= run.time + near(run.time), rose = new Set();
  run.free = true;
  memory.pre = [...memory.value]; memory.left = [...memory.value];
  run.due = { samples: new Set(nextSample.map((_, k) => k).filter(k => isDue(sampleTime(k))).map(k => k + 1)) };
  run.due.samples.forEach(k => { nextSample[k - 1]++; });
  tickPeriodic(isDue);
  for (let pass = 0; pass < 100; pass++) {
    now = [];
    requested = new Map();
    sets.reinitialization.forEach(solve);
    list('whenConditions').forEach((_, j) => { if (condition(j) && !before[j]) rose.add(j); });
    list('zeroCrossings').forEach(z => evaluate(z.relation));
    run.due = {};
    const ticked = tickEventClocks();
    const changed = ticked || requested.size > 0 || now.some((x, j) => x !== before[j]) || discrete.some(i => !same(memory.value[i], memory.pre[i]));
    requested.forEach((x, i) => { memory.value[i] = x; });
    memory.pre = [...memory.value];
    before = now;
    if (changed) continue;
    act(j => rose.has(j));
    run.free = false;
    checkAssertions();
    remember(true);
    return;
  }
  fail(`the model oscillates at time ${run.time}`);
}
function act(rises) {
  for (const a of list('actions').filter(action => (action.conditions || []).some(j => rises(j - 1)))) {
    const x = evaluate(a.value);
    if (a.kind === 'terminate') { run.terminated = true; process.stderr.write(`${x}\n`); }
  }
}
function checkAssertions() { for (const a of list('assertions')) if (!held(() => evaluate(a.condition))) complain(evaluate(a.message), a.level, a.source); }

// ---------------------------------------------------------------- integration: Dormand and Prince, order 5 (#4)
const stages = [[], [1 / 5], [3 / 40, 9 / 40], [44 / 45, -56 / 15, 32 / 9], [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656], [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84]];
const errorWeights = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40], tolerance = 1e-8;
function derivatives(t, y) {
  run.time = t;
  states.forEach((s, n) => { memory.value[s] = y[n]; });
  sets.integration.forEach(solve);
  return states.map(s => memory.der[s]);
}
function tryStep(t, y, h, end = t + h) {    // the new states and the error in units of the tolerance
  const k = [];
  let yn = y;
  for (const weights of stages) {           // the last stage is at the end of the step, so memory holds its values then
    yn = y.map((x, i) => x + h * weights.reduce((s, w, j) => s + w * k[j][i], 0));
    k.push(derivatives(weights.length === 6 ? end : t + h * [0, 0.2, 0.3, 0.8, 8 / 9, 1][weights.length], yn));
  }
  const allowed = y.map((x, i) => tolerance * (Math.max(Math.abs(x), Math.abs(yn[i])) + 1e-3 * nominals[i]));
  const error = allowed.map((a, i) => h * errorWeights.reduce((s, w, j) => s + w * k[j][i], 0) / a);
  return { y: yn, error: Math.max(0, ...error.map(e => Number.isFinite(e) ? Math.abs(e) : Infinity)) };
}
function sides() {                          // a function that is zero has the side of the remembered relation
  const side = (f, k) => f > 0 ? true : f < 0 ? false : remembered[k];
  const hasPassed = (d, jump) => Boolean(jump) && run.time - d.delayTime() > jump.t[0];
  return [...list('zeroCrossings').map((z, k) => z.kind === 'time' || side(evaluate(z.function), k + 1)),
    ...run.delays.map(d => d.row.longest !== undefined && hasPassed(d, d.nextJump()))];
}
function nextTimeEvent() {
  const times = [stopTime, ...nextSample.map((_, k) => sampleTime(k)), ...partitions.filter(p => p.periodic).map(p => tickTime(p, startTime))];
  for (const d of run.delays) if (d.row.longest === undefined && d.nextJump()) times.push(d.nextJump().t[0] + d.delayTime());
  list('zeroCrossings').forEach((z, k) => { if (z.kind === 'time') times.push(changeTime(z, k + 1)); });
  return Math.min(...times.filter(t => t > run.time));
}
function changeTime(z, k) {                 // `time >= t` changes at t, `time > t` at the next number
  const present = run.time, ulp = x => Math.max(Math.abs(x) * 2 ** -52, 2 ** -60);
  let t = evaluate(z.time), changes = false;
  for (let n = 0; n < 8 && !changes; n++, t += changes ? 0 : ulp(t)) {
    run.time = t;
    changes = quiet(() => evaluate(resolveShared(z.relation)[2]))() !== remembered[k];
  }
  run.time = present;
  return changes ? t : -Infinity;
}
const restore = saved => { for (const s of ['value', 'der']) memory[s] = [...saved[s]]; };
const save = () => ({ value: [...memory.value], der: [...memory.der] });
function simulate(points, store) {
  run.time = startTime;
  initialize();
  nominals = states.map(s => variable(s).nominal === undefined ? 1 : Math.abs(evaluate(variable(s).nominal)));
  const longest = (stopTime - startTime) / 500;
  let h = 1e-11, n = 0;
  const storeUpTo = t => { for (; n < points.length && points[n] <= t + near(t); n++) store(points[n]); };
  storeUpTo(run.time);
  while (run.time < stopTime && !run.terminated) {
    const t = run.time, y = states.map(s => memory.value[s]), eventTime = nextTimeEvent();
    const limit = n < points.length && points[n] < eventTime - near(eventTime) ? points[n] : eventTime;
    const sideBefore = sides(), saved = save();
    let failure, step, growth = 4, isEvent = false;
    const attempt = (length, end) => {      // a shorter step may succeed where this one fails
      restore(saved);
      try { return tryStep(t, y, length, end); } catch (e) { if (!(e instanceof Failure)) throw e; failure = e; return { error: Infinity }; }
    };
    for (;;) {
      const whole = t + Math.min(h, longest) * 1.001 >= limit, length = whole ? limit - t : Math.min(h, longest);
      step = attempt(length, whole ? limit : t + length);
      if (step.error <= 1) { growth = Math.min(4, 0.9 * Math.max(step.error, 1e-6) ** -0.2); step.length = length; break; }
      h = length * (step.error === Infinity ? 0.25 : Math.max(0.2, 0.9 * step.error ** -0.2));
      if (t + h / 4 <= t || h < 1e-15) throw failure || new Failure(`no step is short enough at time ${t}`);
    }
    h = Math.max(step.length * growth, Math.min(h, step.length * 4));
    const end = run.time, crossed = () => sides().some((side, k) => side !== sideBefore[k]);
    isEvent = end >= eventTime;
    if (crossed()) {                        // bisect; end just after the change
      let low = 0, high = step.length, last = step.y;
      while (high - low > 1e-10 * Math.max(1, Math.abs(t))) {
        const middle = (low + high) / 2, trial = attempt(middle);
        if (trial.error === Infinity || crossed()) [high, last] = [middle, trial.y || last]; else low = middle;
      }
      isEvent = true;
      derivatives(high === step.length ? end : t + high, last);
    }
    remember(false);
    checkAssertions();
    storeUpTo(isEvent ? run.time - 2 * near(run.time) : run.time);
    if (isEvent) {
      run.isTerminal = run.time >= stopTime;
      event();
      if (run.isTerminal || run.terminated || nextTimeEvent() > run.time + near(run.time)) storeUpTo(run.time);       // after the last of several
      h = 1e-11 * Math.max(1, Math.abs(run.time));
    } else if (chooseStates()) {              // #7: like an event without passes
      memory.pre = [...memory.value];
      derivatives(run.time, states.map(s => memory.value[s]));
      h = Math.min(h, longest / 100);
    }
  }
}

// ---------------------------------------------------------------- command line and results
function table() {                          // the columns, and a function that computes a row
  const shown = list('variables').filter(v => v.type !== 'String' && isScalar(v));
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
  const lines = []; let code = 0;
  try {
    run.doc = JSON.parse(fs.readFileSync(args[0], 'utf8'));
    const experiment = run.doc.experiment || {};
    startTime = run.time = experiment.startTime || 0;
    stopTime = Number(option('--stop') || experiment.stopTime || 1);
    prepare(overrides);
    const equidistant = () => Array.from({ length: 501 }, (_, i) => startTime + i * (stopTime - startTime) / 500);
    const points = option('--points') ? option('--points').split(',').map(Number) : equidistant();
    const { names, row } = table();
    lines.push(['time', ...names].join(','));
    simulate(points.filter(t => t <= stopTime + near(stopTime)), t => lines.push([t, ...row()].join(',')));
  } catch (e) {
    if (e instanceof TypeError || e instanceof ReferenceError) throw e;         // mistakes of this program
    process.stderr.write(`${e.message}\n`);
    code = e instanceof Unsupported ? 3 : 1;
  }
  if (code !== 3) process.stdout.write(lines.join('\n') + '\n');
  process.exitCode = code;
}
main(process.argv.slice(2));
