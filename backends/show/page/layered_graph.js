// Graphs in layers from left to right, as SVG: each edge leads to a later layer where cycles allow it. The method is that of
// Sugiyama: layers by the longest path, then the order within layers by the average of the neighbours.

const node_width = 190;
const node_height = 40;
const layer_gap = 70;
const node_gap = 12;

// nodes: [{id, text, second, title, address, colour, wanted}], edges: [[from, to]] of ids.
function layered_graph(label, nodes, edges) {
  const number = new Map(nodes.map((each, i) => [each.id, i]));
  const links = edges.map(([from, to]) => [number.get(from), number.get(to)])
    .filter(([from, to]) => from !== undefined && to !== undefined && from !== to);
  const layers = order_layers(nodes.length, links);
  const place = [];
  const tallest = Math.max(1, ...layers.map((each) => each.length));
  layers.forEach((layer, x) => layer.forEach((node, y) => {
    const shift = (tallest - layer.length) / 2;
    place[node] = { x: 14 + x * (node_width + layer_gap), y: 14 + (y + shift) * (node_height + node_gap) };
  }));
  const width = 28 + layers.length * (node_width + layer_gap) - layer_gap;
  const height = 28 + tallest * (node_height + node_gap) - node_gap;
  const wanted = new Set(nodes.flatMap((each, i) => (each.wanted ? [i] : [])));
  return element("div", { class: "graph", tabindex: "0", role: "region", "aria-label": label },
    svg_element("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": label },
      svg_element("defs", {}, svg_element("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
        svg_element("path", { d: "M0 0L8 4L0 8z", class: "graph-arrow" }))),
      links.map(([from, to]) => graph_edge(place[from], place[to], wanted.has(from) || wanted.has(to))),
      nodes.map((each, i) => graph_node(each, place[i]))));
}

function graph_edge(from, to, is_strong) {
  const x1 = from.x + node_width;
  const y1 = from.y + node_height / 2;
  const x2 = to.x;
  const y2 = to.y + node_height / 2;
  const bend = x2 > x1 ? (x2 - x1) / 2 : 60;
  return svg_element("path", {
    class: `graph-edge ${is_strong ? "strong" : ""}`, "marker-end": "url(#arrow)", d: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`,
  });
}

function graph_node(node, { x, y }) {
  const tag = node.address ? "a" : "g";
  return svg_element(tag, {
    class: `graph-node colour-${node.colour ?? "none"} ${node.wanted ? "wanted" : ""}`, href: node.address, transform: `translate(${x} ${y})`,
    "aria-label": node.title ?? node.text,
  },
  svg_element("title", {}, node.title ?? node.text), svg_element("rect", { width: node_width, height: node_height, rx: 6 }),
  svg_element("text", { x: 10, y: node.second ? 16 : 24 }, end_of_text(node.text, 26)),
  node.second && svg_element("text", { x: 10, y: 31, class: "second" }, start_of_text(node.second, 30)));
}

// The nodes of each layer in their order.
function order_layers(count, links) {
  const forward = without_cycles(count, links);
  const layer_of = longest_paths(count, forward);
  const layers = Array.from({ length: Math.max(0, ...layer_of) + (count > 0 ? 1 : 0) }, () => []);
  layer_of.forEach((layer, node) => layers[layer].push(node));
  const before = Array.from({ length: count }, () => []);
  const after = Array.from({ length: count }, () => []);
  for (const [from, to] of forward) {
    before[to].push(from);
    after[from].push(to);
  }
  const place = new Float64Array(count);
  const number = (layer) => layer.forEach((node, i) => (place[node] = i - layer.length / 2));
  layers.forEach(number);
  const sort = (layer, neighbours) => {
    const mean = new Map(layer.map((node) => [node, neighbours[node].length === 0
      ? place[node] : neighbours[node].reduce((sum, each) => sum + place[each], 0) / neighbours[node].length]));
    layer.sort((a, b) => mean.get(a) - mean.get(b));
    number(layer);
  };
  for (let sweep = 0; sweep < 6; ++sweep) {
    for (let i = 1; i < layers.length; ++i) sort(layers[i], before);
    for (let i = layers.length - 2; i >= 0; --i) sort(layers[i], after);
  }
  return layers;
}

// The edges without those that close a cycle in a walk through the graph.
function without_cycles(count, links) {
  const next = Array.from({ length: count }, () => []);
  links.forEach(([from], i) => next[from].push(i));
  const state = new Uint8Array(count);  // 1: on the walk, 2: done
  const kept = [];
  for (let start = 0; start < count; ++start) {
    if (state[start] !== 0) continue;
    const walk = [[start, 0]];
    state[start] = 1;
    while (walk.length > 0) {
      const top = walk.at(-1);
      const link = next[top[0]][top[1]++];
      if (link === undefined) {
        state[top[0]] = 2;
        walk.pop();
        continue;
      }
      const to = links[link][1];
      if (state[to] === 1) continue;
      kept.push(links[link]);
      if (state[to] === 2) continue;
      state[to] = 1;
      walk.push([to, 0]);
    }
  }
  return kept;
}

function longest_paths(count, links) {
  const layer = new Array(count).fill(0);
  const open = new Array(count).fill(0);
  const next = Array.from({ length: count }, () => []);
  for (const [from, to] of links) {
    ++open[to];
    next[from].push(to);
  }
  const ready = [];
  open.forEach((each, node) => each === 0 && ready.push(node));
  while (ready.length > 0) {
    const node = ready.pop();
    for (const to of next[node]) {
      layer[to] = Math.max(layer[to], layer[node] + 1);
      if (--open[to] === 0) ready.push(to);
    }
  }
  return layer;
}
