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
  const { layers, paths } = order_layers(nodes.length, links);
  const place = place_nodes(layers, nodes.length);
  const width = 28 + layers.length * (node_width + layer_gap) - layer_gap;
  const height = 14 + Math.max(0, ...place.map((each, i) => each.y + (i < nodes.length ? node_height : 0)));
  const wanted = new Set(nodes.flatMap((each, i) => (each.wanted ? [i] : [])));
  return element("div", { class: "graph", tabindex: "0", role: "region", "aria-label": label },
    svg_element("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": label },
      svg_element("defs", {}, svg_element("marker", {
        id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9,
        markerUnits: "userSpaceOnUse", orient: "auto",
      }, svg_element("path", { d: "M0 0L8 4L0 8z", class: "graph-arrow" }))),
      paths.map((path) => graph_edge(path.map((each) => place[each]), wanted.has(path[0]) || wanted.has(path.at(-1)))),
      nodes.map((each, i) => graph_node(each, place[i]))));
}

// Where nodes and bends are. Layers are centered on each other.
function place_nodes(layers, node_count) {
  const place = [];
  const size = (node) => (node < node_count ? node_height : 0) + node_gap;
  const heights = layers.map((layer) => layer.reduce((sum, node) => sum + size(node), 0));
  const tallest = Math.max(0, ...heights);
  layers.forEach((layer, x) => {
    let y = 14 + (tallest - heights[x]) / 2;
    for (const node of layer) {
      place[node] = { x: 14 + x * (node_width + layer_gap), y };
      y += size(node);
    }
  });
  return place;
}

// A curve from the right side of the first place through the bends to the left side of the last one.
function graph_edge(places, is_strong) {
  const first = places[0];
  let x = first.x + node_width;
  let y = first.y + node_height / 2;
  let path = `M${x} ${y}`;
  places.slice(1).forEach((each, i) => {
    const is_last = i === places.length - 2;
    const to_y = each.y + (is_last ? node_height / 2 : 0);
    const bend = each.x > x ? (each.x - x) / 2 : 60;
    path += `C${x + bend} ${y} ${each.x - bend} ${to_y} ${each.x} ${to_y}`;
    if (!is_last) path += `H${each.x + node_width}`;
    x = each.x + node_width;
    y = to_y;
  });
  return svg_element("path", { class: `graph-edge ${is_strong ? "strong" : ""}`, "marker-end": "url(#arrow)", d: path });
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

// The nodes of each layer in their order, and the path of each edge. Where an edge passes a layer, it has a bend there, which
// takes part in the ordering like a node; bends are numbered after the nodes.
function order_layers(node_count, links) {
  const forward = without_cycles(node_count, links);
  const layer_of = longest_paths(node_count, forward);
  const layers = Array.from({ length: Math.max(-1, ...layer_of) + 1 }, () => []);
  layer_of.forEach((layer, node) => layers[layer].push(node));
  const is_forward = new Set(forward);
  let count = node_count;
  const paths = links.map((link) => {
    if (!is_forward.has(link)) return link;
    const path = [link[0]];
    for (let layer = layer_of[link[0]] + 1; layer < layer_of[link[1]]; ++layer) {
      layers[layer].push(count);
      path.push(count++);
    }
    path.push(link[1]);
    return path;
  });
  sort_layers(layers, count, paths.filter((each, i) => is_forward.has(links[i])));
  return { layers, paths };
}

function sort_layers(layers, count, paths) {
  const before = Array.from({ length: count }, () => []);
  const after = Array.from({ length: count }, () => []);
  for (const path of paths) {
    for (let i = 0; i + 1 < path.length; ++i) {
      before[path[i + 1]].push(path[i]);
      after[path[i]].push(path[i + 1]);
    }
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
