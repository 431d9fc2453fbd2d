// A list of very many rows of different heights, of which only those in sight exist.
//
// Each row has a height: an estimate until it was drawn once. Heights are summed in groups, so that finding the row at a
// position takes a walk over some hundred groups. When a height above the first row in sight turns out to be different,
// the position is corrected by as much, and what is in sight does not jump.

const rows_of_group = 256;
// So many pixels above and below what is in sight are drawn as well.
const drawn_ahead = 400;

const most_printed_rows = 1000;

class RowHeights {
  constructor(count, estimate) {
    this.count = count;
    this.heights = new Float64Array(count).fill(estimate);
    this.groups = new Float64Array(Math.ceil(count / rows_of_group));
    for (let i = 0; i < count; ++i) this.groups[Math.floor(i / rows_of_group)] += estimate;
    this.total = count * estimate;
  }

  // More rows at the end, with heights as estimated.
  grown(count, estimate) {
    const more = new RowHeights(count, estimate);
    for (let i = 0; i < this.count; ++i) if (this.heights[i] !== estimate) more.set(i, this.heights[i]);
    return more;
  }

  set(row, height) {
    const change = height - this.heights[row];
    this.heights[row] = height;
    this.groups[Math.floor(row / rows_of_group)] += change;
    this.total += change;
  }

  top_of(row) {
    const group = Math.floor(row / rows_of_group);
    let top = 0;
    for (let i = 0; i < group; ++i) top += this.groups[i];
    for (let i = group * rows_of_group; i < row; ++i) top += this.heights[i];
    return top;
  }

  // The row at a position, and where it begins.
  row_at(position) {
    let top = 0;
    let group = 0;
    while (group + 1 < this.groups.length && top + this.groups[group] <= position) top += this.groups[group++];
    let row = group * rows_of_group;
    while (row + 1 < this.count && top + this.heights[row] <= position) top += this.heights[row++];
    return { row, top };
  }
}

class VirtualList {
  // columns: [{title, width}] with widths of CSS grids; draw_row(i): cells, or null while its data is being decoded (call
  // refresh() then); open_row(i): the reader chose it; row_attributes(i): of its element.
  constructor({ label, columns, estimate, draw_row, open_row, row_attributes, empty_text }) {
    Object.assign(this, { columns, estimate, draw_row, open_row, row_attributes, empty_text });
    this.id = `list-${++VirtualList.count}`;
    this.drawn = new Map();
    this.current = -1;
    this.space = element("div", { class: "list-space", role: "rowgroup" });
    this.node = element("div", {
      class: "list", role: "grid", tabindex: "0", "aria-label": label, id: this.id,
      onscroll: () => this.schedule(), onkeydown: (event) => this.key(event), onclick: (event) => this.click(event),
    }, this.header(), this.space);
    this.node.virtual_list = this;
    this.resized = new ResizeObserver(() => this.layout_changed());
    this.resized.observe(this.node);
    this.set_count(0);
  }

  header() {
    const cells = this.columns.map((each) => element("div", { role: "columnheader" }, each.title));
    const head = element("div", { class: "list-head", role: "row", "aria-rowindex": "1" }, cells);
    head.style.gridTemplateColumns = this.columns.map((each) => each.width).join(" ");
    return element("div", { role: "rowgroup", class: "list-head-box" }, head);
  }

  // All rows are new.
  set_count(count) {
    this.heights = new RowHeights(count, this.estimate);
    this.clear();
    this.current = -1;
    this.node.removeAttribute("aria-activedescendant");
    this.node.setAttribute("aria-rowcount", count + 1);
    this.node.scrollTop = 0;
    this.schedule();
  }

  // The rows so far stay, and others follow them.
  grow(count) {
    if (count === this.heights.count) return;
    this.heights = this.heights.grown(count, this.estimate);
    this.node.setAttribute("aria-rowcount", count + 1);
    this.schedule();
  }

  clear() {
    for (const row of this.drawn.values()) row.node.remove();
    this.drawn.clear();
  }

  // Draws the rows that wait for data.
  refresh() {
    for (const [i, row] of this.drawn) {
      if (!row.waits) continue;
      row.node.remove();
      this.drawn.delete(i);
    }
    this.schedule();
  }

  // Another width means other heights.
  layout_changed() {
    if (this.is_printing) return;
    const { row } = this.heights.row_at(this.node.scrollTop);
    for (const [i, each] of this.drawn) if (!each.waits) this.heights.set(i, each.node.offsetHeight);
    this.draw();
    if (this.heights.count > 0 && this.node.scrollTop > 0) this.node.scrollTop = this.heights.top_of(row);
  }

  schedule() {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => {
      this.scheduled = false;
      this.draw();
    });
  }

  draw() {
    const { heights } = this;
    const sight = this.node.clientHeight;
    if (sight === 0 || this.is_printing) return;
    if (heights.count === 0) return this.draw_empty();
    this.message?.remove();
    const first = heights.row_at(this.node.scrollTop);
    const from = heights.row_at(Math.max(0, this.node.scrollTop - drawn_ahead));
    const end = this.draw_rows(from, this.node.scrollTop + sight + drawn_ahead);
    for (const [i, row] of this.drawn) {
      if (i >= from.row && i < end) continue;
      row.node.remove();
      this.drawn.delete(i);
    }
    this.place(first);
  }

  draw_empty() {
    this.clear();
    this.space.style.height = "0";
    this.message ??= element("p", { class: "note" });
    this.message.textContent = this.empty_text ?? "Nothing to show.";
    this.node.append(this.message);
  }

  // Rows from there to a position; the end of these rows.
  draw_rows(from, bottom) {
    let position = from.top;
    let i = from.row;
    for (; i < this.heights.count && position < bottom; ++i) {
      if (!this.drawn.has(i)) this.drawn.set(i, this.make_row(i));
      position += this.heights.heights[i];
    }
    return i;
  }

  make_row(i) {
    const cells = this.draw_row(i);
    const node = element("div", {
      class: "list-row", role: "row", id: `${this.id}-${i}`, "aria-rowindex": i + 2, "data-row": i,
      "aria-selected": i === this.current ? "true" : null, ...this.row_attributes?.(i),
    }, cells ? cells.map((each) => element("div", { role: "gridcell" }, each)) : element("div", { class: "quiet" }, "…"));
    node.style.gridTemplateColumns = this.columns.map((each) => each.width).join(" ");
    this.space.append(node);
    return { node, waits: !cells, top: -1 };
  }

  // Measures new rows, and moves all rows to their places. The first row in sight stays where it is.
  place(first) {
    for (const [i, row] of this.drawn) {
      if (row.measured) continue;
      row.measured = true;
      if (!row.waits) this.heights.set(i, row.node.offsetHeight);
    }
    for (const [i, row] of this.drawn) {
      const top = this.heights.top_of(i);
      if (top === row.top) continue;
      row.top = top;
      row.node.style.transform = `translateY(${top}px)`;
    }
    this.space.style.height = `${this.heights.total}px`;
    const moved = this.heights.top_of(first.row) - first.top;
    if (moved !== 0) this.node.scrollTop += moved;
  }

  choose(i) {
    const row = Math.max(0, Math.min(this.heights.count - 1, i));
    this.drawn.get(this.current)?.node.removeAttribute("aria-selected");
    this.current = row;
    const top = this.heights.top_of(row);
    const head = this.node.firstChild.offsetHeight;
    const height = this.heights.heights[row];
    if (top < this.node.scrollTop) this.node.scrollTop = top;
    else if (top + height + head > this.node.scrollTop + this.node.clientHeight) {
      this.node.scrollTop = top + height + head - this.node.clientHeight;
    }
    this.draw();
    this.drawn.get(row)?.node.setAttribute("aria-selected", "true");
    this.node.setAttribute("aria-activedescendant", `${this.id}-${row}`);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.heights.count === 0) return;
    const page = Math.max(1, Math.floor(this.node.clientHeight / this.estimate) - 1);
    const steps = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.key in steps) {
      this.choose(this.current < 0 ? this.heights.row_at(this.node.scrollTop).row : this.current + steps[event.key]);
    } else if (event.key === "Enter" && event.target === this.node && this.current >= 0) {
      this.open_row?.(this.current);
    } else {
      return;
    }
    event.preventDefault();
  }

  click(event) {
    if (event.target.closest("a, button, [data-link]") || String(getSelection()) !== "") return;
    const row = event.target.closest("[data-row]");
    if (row) this.open_row?.(Number(row.dataset.row));
  }

  // Paper does not scroll: the rows from the first one in sight on, as far as their data is decoded.
  draw_for_print() {
    this.is_printing = true;
    const { row } = this.heights.row_at(this.node.scrollTop);
    const end = Math.min(this.heights.count, row + most_printed_rows);
    for (let i = row; i < end; ++i) if (!this.drawn.has(i)) this.drawn.set(i, this.make_row(i));
    for (const [i, each] of [...this.drawn].sort(([a], [b]) => a - b)) {
      if (i < row || each.waits) each.node.remove();
      else this.space.append(each.node);
    }
  }

  end_of_print() {
    this.is_printing = false;
    this.clear();
    this.draw();
  }

  position() {
    if (this.heights.count === 0) return null;
    const { row, top } = this.heights.row_at(this.node.scrollTop);
    return { row, inside: this.node.scrollTop - top, current: this.current };
  }

  restore(position) {
    if (!position || position.row >= this.heights.count) return;
    this.space.style.height = `${this.heights.total}px`;
    this.node.scrollTop = this.heights.top_of(position.row) + position.inside;
    this.current = position.current;
    this.draw();
  }
}
VirtualList.count = 0;

function start_printing() {
  const each_list = (act) => document.querySelectorAll("main .list").forEach((node) => act(node.virtual_list));
  window.addEventListener("beforeprint", () => each_list((list) => list.draw_for_print()));
  window.addEventListener("afterprint", () => each_list((list) => list.end_of_print()));
}
