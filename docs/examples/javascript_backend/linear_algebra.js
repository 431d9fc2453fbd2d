// Systems of linear equations, dense and small.
'use strict';

const transpose = a => a.length ? a[0].map((_, j) => a.map(row => row[j])) : [];
const dot = (u, v) => u.reduce((s, x, i) => s + x * v[i], 0);

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
    const step = eliminate(normal, rest) ;
    if (!step) break;
    x = x.map((xi, i) => xi + step[i]);
  }
  return { x, singular: true };
}
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

module.exports = { solveLinear, largestColumns, transpose, dot };
