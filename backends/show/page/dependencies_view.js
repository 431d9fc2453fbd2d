// The graph of blocks: what has to be computed before what. Large models show the surroundings of one block.

const most_graph_nodes = 120;
const arrow_text = "An arrow leads from a block to one that uses its result, unless a longer way shows the same.";

async function dependencies_view([set], query) {
  const sets = await structured_sets();
  const info = sets.find((each) => each.set === (set || sets[0]?.set));
  if (!info) return null;
  const structure = await chunk(`structure/${info.set}`);
  const wanted = wanted_block(info, structure, query);
  const { before, after } = block_dependencies(structure);
  const chosen = nearest_blocks(info.blocks, wanted, before, after, Number(query.get("steps") ?? 3));
  const nodes = [...chosen].sort((a, b) => a - b).map((block) => block_node(info.set, structure, block, wanted));
  const edges = direct_edges(nodes.map((each) => each.block), (block) => before(block).filter((each) => chosen.has(each)));
  const is_all = chosen.size === info.blocks;
  return {
    title: `Dependencies of ${info.set}`, fills: true,
    content: [
      element("div", { class: "list-tools" }, element("h1", {}, "Dependencies"),
        element("nav", { class: "tabs", "aria-label": "Sets" }, sets.map((each) => element("a", {
          href: `#/dependencies/${encodeURIComponent(each.set)}`, class: "tab", "aria-current": each.set === info.set ? "page" : null,
        }, `${each.set}: ${each.title}`)))),
      element("div", { class: "list-line" },
        element("p", { class: "summary" }, is_all
          ? `All ${counted(info.blocks, "block")}. ${arrow_text}`
          : ["The ", count_text(chosen.size), " blocks nearest to ", block_link(`${info.set}/${wanted + 1}`), " of ", count_text(info.blocks),
            `. ${arrow_text}`]),
        legend([["linear", "linear loop"], ["nonlinear", "nonlinear loop"], ["mixed", "mixed loop"]])),
      layered_graph(`Dependencies between blocks of ${info.set}`, nodes, edges),
    ],
    ready: () => document.querySelector("main .graph-node.wanted")?.scrollIntoView({ block: "center", inline: "center" }),
  };
}

// The block of the address; otherwise the largest loop of a large model.
function wanted_block(info, structure, query) {
  const number = Number(query.get("block"));
  if (number >= 1 && number <= info.blocks) return number - 1;
  if (info.blocks <= most_graph_nodes) return -1;
  let largest = 0;
  for (let block = 0; block < info.blocks; ++block) {
    const size = (i) => structure.starts[i + 1] - structure.starts[i];
    if (size(block) > size(largest)) largest = block;
  }
  return largest;
}

// Blocks around the wanted one, the nearest first, as many before as after it; all blocks if none is wanted.
function nearest_blocks(count, wanted, before, after, steps) {
  if (wanted < 0) return new Set(Array.from({ length: count }, (_, i) => i));
  const chosen = new Set([wanted]);
  for (const next_of of [before, after]) {
    const side = new Set();
    let border = [wanted];
    for (let step = 0; step < steps && border.length > 0; ++step) {
      border = border.flatMap(next_of).filter((each) => {
        if (side.has(each) || side.size >= most_graph_nodes / 4) return false;
        side.add(each);
        return true;
      });
    }
    for (const each of side) chosen.add(each);
  }
  return chosen;
}

// The edges that do not follow from others. Blocks come in their order, so what reaches a block is complete before it is used.
function direct_edges(blocks, before) {
  const reached_by = new Map();
  const edges = [];
  for (const block of blocks) {
    const reached = new Set();
    // The latest ones first: they may be reached by the earlier ones.
    for (const each of before(block).toReversed()) {
      if (!reached.has(each)) edges.push([each, block]);
      reached.add(each);
      for (const earlier of reached_by.get(each) ?? []) reached.add(earlier);
    }
    reached_by.set(block, reached);
  }
  return edges;
}

function block_node(set, structure, block, wanted) {
  const first = structure.starts[block];
  const count = structure.starts[block + 1] - first;
  const name = model.names[structure.targets[first]] ?? "";
  const kind = structure.kinds[block];
  const is_loop = count > 1 || structure.forms[first] === "r";
  return {
    id: block, block, text: name, second: is_loop ? `${set}/${block + 1}, ${block_words[kind]}, ${counted(count, "equation")}` : `${set}/${block + 1}`,
    title: `Block ${set}/${block + 1}: ${name}${count > 1 ? ` and ${count - 1} more` : ""}`, address: block_address(`${set}/${block + 1}`),
    colour: is_loop ? stylish_block[kind] : null, wanted: block === wanted,
  };
}
