// A picture of a sparse matrix on a canvas, to zoom into: from one pixel for hundreds of rows to cells with names beside them.
//
// `view` maps cells to pixels: column c begins at (c - view.x) * view.scale. Far away, entries are put into an image pixel by
// pixel, and the strongest colour wins; near by, only the rows in sight are drawn.

const label_scale = 13;
const label_width = 170;
const label_height = 120;
const largest_scale = 40;
const always_shown_blocks = 30;

class MatrixPicture {
  // rows, columns: compressed rows. colours: names of colours, the strongest last; colour_of(row, column, entry): an index of
  // these. blocks: [{first, end, colour}], squares on the diagonal, the largest first. describe(row, column), open(row, column).
  constructor({ label, rows, columns, width, colours, colour_of, blocks = [], row_label, column_label, describe, open }) {
    Object.assign(this, { rows, columns, width, colours, colour_of, blocks, row_label, column_label, describe, open });
    this.height = rows.length - 1;
    this.canvas = element("canvas", {
      tabindex: "0", role: "img", "aria-label": label,
      onwheel: (event) => this.wheel(event), onpointerdown: (event) => this.press(event), onpointermove: (event) => this.move(event),
      onpointerup: (event) => this.release(event), onpointerleave: () => this.say(""), onkeydown: (event) => this.key(event),
    });
    this.status = element("p", { class: "picture-status", "aria-live": "polite" });
    const button = (text, name, act) => element("button", { type: "button", "aria-label": name, title: name, onclick: act }, text);
    this.node = element("div", { class: "picture" },
      element("div", { class: "picture-canvas" }, this.canvas, element("div", { class: "picture-buttons" },
        button("+", "Larger ( + )", () => this.zoom(1.6)), button("−", "Smaller ( − )", () => this.zoom(1 / 1.6)),
        button("all", "All of it ( 0 )", () => this.show_all()))),
      this.status);
    this.view = null;
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.canvas.parentElement);
    document.addEventListener("theme", () => {
      this.palette = null;
      if (this.canvas.isConnected) this.draw();
    });
  }

  resize() {
    const box = this.canvas.parentElement;
    if (box.clientWidth === 0) return;
    this.ratio = devicePixelRatio;
    this.canvas.width = Math.round(box.clientWidth * this.ratio);
    this.canvas.height = Math.round(box.clientHeight * this.ratio);
    this.canvas.style.width = `${box.clientWidth}px`;
    this.canvas.style.height = `${box.clientHeight}px`;
    if (!this.view) {
      this.show_all();
      if (this.wanted) this.show_rows(...this.wanted);
    }
    this.draw();
  }

  // Where cells begin: names stand left of and above them.
  margins() {
    const has_names = this.view.scale >= label_scale && this.row_label;
    return { left: has_names ? label_width : 0, top: has_names && this.column_label ? label_height : 0 };
  }

  plot_size() {
    const { left, top } = this.margins();
    return { width: this.canvas.width / this.ratio - left, height: this.canvas.height / this.ratio - top };
  }

  show_all() {
    this.view = { x: 0, y: 0, scale: 1 };
    const width = this.canvas.width / this.ratio;
    const height = this.canvas.height / this.ratio;
    const scale = 0.96 * Math.min(width / this.width, height / this.height);
    // With names beside them, the cells have less space.
    const with_names = 0.96 * Math.min((width - label_width) / this.width, (height - label_height) / this.height);
    this.view.scale = scale < label_scale || !this.row_label ? scale : Math.min(largest_scale, Math.max(label_scale, with_names));
    if (this.row_label && with_names < label_scale && scale >= label_scale) this.view.scale = label_scale - 0.01;
    const plot = this.plot_size();
    const spare = (size, count) => Math.max(0, (size / this.view.scale - count) / 2);
    const has_names = this.margins().left > 0;
    this.view.x = has_names ? 0 : -spare(plot.width, this.width);
    this.view.y = has_names ? 0 : -spare(plot.height, this.height);
    this.draw();
  }

  // Zooms to a part of the diagonal; later if there is no space yet.
  show_rows(first, end) {
    this.marked = { first, end };
    if (!this.view) {
      this.wanted = [first, end];
      return;
    }
    const size = Math.max(end - first, 8);
    const smallest = Math.min(this.canvas.width, this.canvas.height) / this.ratio;
    this.view.scale = Math.max(Math.min(largest_scale, (0.8 * smallest) / size), 0.96 * smallest / Math.max(this.height, this.width));
    const plot = this.plot_size();
    this.view.x = (first + end) / 2 - plot.width / this.view.scale / 2;
    this.view.y = (first + end) / 2 - plot.height / this.view.scale / 2;
    this.draw();
  }

  zoom(factor, x, y) {
    const before = this.margins();
    const plot = this.plot_size();
    const at_x = (x ?? before.left + plot.width / 2) - before.left;
    const at_y = (y ?? before.top + plot.height / 2) - before.top;
    const column = this.view.x + at_x / this.view.scale;
    const row = this.view.y + at_y / this.view.scale;
    const smallest = 0.5 * Math.min(this.canvas.width / this.width, this.canvas.height / this.height) / this.ratio;
    this.view.scale = Math.max(Math.min(smallest, largest_scale), Math.min(largest_scale, this.view.scale * factor));
    const after = this.margins();
    this.view.x = column - (at_x + before.left - after.left) / this.view.scale;
    this.view.y = row - (at_y + before.top - after.top) / this.view.scale;
    this.draw();
  }

  pan(x, y) {
    this.view.x += x / this.view.scale;
    this.view.y += y / this.view.scale;
    this.draw();
  }

  draw() {
    if (this.is_drawing || !this.view) return;
    this.is_drawing = true;
    requestAnimationFrame(() => {
      this.is_drawing = false;
      this.draw_now();
    });
  }

  colour(name) {
    this.palette ??= new Map();
    if (!this.palette.has(name)) this.palette.set(name, colour_of(name));
    return this.palette.get(name);
  }

  draw_now() {
    const context = this.canvas.getContext("2d");
    const { left, top } = this.margins();
    const plot = this.plot_size();
    const { scale } = this.view;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.fillStyle = this.colour("ground");
    context.fillRect(0, 0, plot.width + left, plot.height + top);
    const sight = {
      first: Math.max(0, Math.floor(this.view.y)), end: Math.min(this.height, Math.ceil(this.view.y + plot.height / scale)),
      left: Math.max(0, Math.floor(this.view.x)), right: Math.min(this.width, Math.ceil(this.view.x + plot.width / scale)),
    };
    context.save();
    context.translate(left, top);
    context.beginPath();
    context.rect(0, 0, plot.width, plot.height);
    context.clip();
    this.draw_frame(context, sight);
    this.draw_blocks(context, sight);
    if (scale >= 2) this.draw_cells(context, sight);
    context.restore();
    if (scale < 2) this.draw_pixels(context, sight, plot);
    if (left > 0) this.draw_names(context, sight, left, top);
  }

  draw_frame(context, sight) {
    const { x, y, scale } = this.view;
    context.strokeStyle = this.colour("line");
    context.lineWidth = 1;
    context.strokeRect(-x * scale + 0.5, -y * scale + 0.5, this.width * scale, this.height * scale);
    if (scale < 8) return;
    context.strokeStyle = this.colour("grid");
    context.beginPath();
    for (let row = sight.first; row <= sight.end; ++row) {
      context.moveTo((sight.left - x) * scale, (row - y) * scale + 0.5);
      context.lineTo((sight.right - x) * scale, (row - y) * scale + 0.5);
    }
    for (let column = sight.left; column <= sight.right; ++column) {
      context.moveTo((column - x) * scale + 0.5, (sight.first - y) * scale);
      context.lineTo((column - x) * scale + 0.5, (sight.end - y) * scale);
    }
    context.stroke();
  }

  draw_blocks(context, sight) {
    const { x, y, scale } = this.view;
    for (const [i, { first, end, colour }] of this.blocks.entries()) {
      // The largest come first. They are shown even where they are smaller than a pixel.
      if (end <= sight.first || first >= sight.end || ((end - first) * scale < 1 && i >= always_shown_blocks)) continue;
      const size = Math.max(3, (end - first) * scale);
      context.fillStyle = context.strokeStyle = this.colour(colour);
      context.globalAlpha = 0.16;
      context.fillRect((first - x) * scale, (first - y) * scale, size, size);
      context.globalAlpha = 1;
      context.strokeRect((first - x) * scale + 0.5, (first - y) * scale + 0.5, size, size);
    }
    if (!this.marked) return;
    const { first, end } = this.marked;
    context.strokeStyle = this.colour("accent");
    context.lineWidth = 2.5;
    context.strokeRect((first - x) * scale - 2, (first - y) * scale - 2, (end - first) * scale + 4, (end - first) * scale + 4);
  }

  draw_cells(context, sight) {
    const { x, y, scale } = this.view;
    const gap = scale >= 6 ? 1 : 0;
    for (let row = sight.first; row < sight.end; ++row) {
      for (let entry = this.rows[row]; entry < this.rows[row + 1]; ++entry) {
        const column = this.columns[entry];
        if (column < sight.left || column >= sight.right) continue;
        context.fillStyle = this.colour(this.colours[this.colour_of(row, column, entry)]);
        context.fillRect((column - x) * scale + gap, (row - y) * scale + gap, scale - gap, scale - gap);
      }
    }
  }

  draw_pixels(context, sight, plot) {
    const width = Math.floor(plot.width * this.ratio);
    const height = Math.floor(plot.height * this.ratio);
    if (width <= 0 || height <= 0) return;
    const strongest = new Uint8Array(width * height);
    const scale = this.view.scale * this.ratio;
    for (let row = sight.first; row < sight.end; ++row) {
      const line = Math.floor((row - this.view.y) * scale);
      if (line < 0 || line >= height) continue;
      for (let entry = this.rows[row]; entry < this.rows[row + 1]; ++entry) {
        const at = Math.floor((this.columns[entry] - this.view.x) * scale);
        if (at < 0 || at >= width) continue;
        const pixel = line * width + at;
        const colour = 1 + this.colour_of(row, this.columns[entry], entry);
        if (colour > strongest[pixel]) strongest[pixel] = colour;
      }
    }
    const image = context.getImageData(0, 0, width, height);
    const pixels = new Uint32Array(image.data.buffer);
    const values = this.colours.map((name) => pixel_value(this.colour(name)));
    for (let i = 0; i < pixels.length; ++i) if (strongest[i] > 0) pixels[i] = values[strongest[i] - 1];
    context.putImageData(image, 0, 0);
  }

  draw_names(context, sight, left, top) {
    const { x, y, scale } = this.view;
    const size = this.plot_size();
    context.font = "11px 'DejaVu Sans Mono', monospace";
    context.textBaseline = "middle";
    context.fillStyle = this.colour("panel");
    context.fillRect(0, 0, left, size.height + top);
    context.fillRect(0, 0, size.width + left, top);
    context.fillStyle = this.colour("text");
    context.save();
    context.beginPath();
    context.rect(0, top, left, size.height);
    context.clip();
    for (let row = sight.first; row < sight.end; ++row) {
      context.fillText(end_of_text(this.row_label(row), 24), 6, (row - y + 0.5) * scale + top);
    }
    context.restore();
    if (top === 0) return;
    context.save();
    context.beginPath();
    context.rect(left, 0, size.width, top);
    context.clip();
    for (let column = sight.left; column < sight.right; ++column) {
      context.save();
      context.translate((column - x + 0.5) * scale + left, top - 6);
      context.rotate(-Math.PI / 2);
      context.fillText(end_of_text(this.column_label(column), 16), 0, 0);
      context.restore();
    }
    context.restore();
  }

  cell_at(event) {
    const { left, top } = this.margins();
    return {
      row: Math.floor(this.view.y + (event.offsetY - top) / this.view.scale),
      column: Math.floor(this.view.x + (event.offsetX - left) / this.view.scale),
      is_row_name: event.offsetX < left && event.offsetY >= top,
    };
  }

  is_inside({ row, column }) {
    return row >= 0 && row < this.height && column >= 0 && column < this.width;
  }

  say(text) {
    this.status.textContent = text;
  }

  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 300), event.offsetX, event.offsetY);
  }

  press(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.pressed = { x: event.offsetX, y: event.offsetY, moved: 0 };
  }

  move(event) {
    if (this.pressed) {
      const x = this.pressed.x - event.offsetX;
      const y = this.pressed.y - event.offsetY;
      this.pressed = { x: event.offsetX, y: event.offsetY, moved: this.pressed.moved + Math.abs(x) + Math.abs(y) };
      this.pan(x, y);
      return;
    }
    const cell = this.cell_at(event);
    if (cell.is_row_name) cell.column = cell.row;
    this.say(this.is_inside(cell) ? this.describe(cell.row, cell.column) : "");
  }

  release(event) {
    const was_click = this.pressed && this.pressed.moved < 4;
    this.pressed = null;
    if (!was_click) return;
    const cell = this.cell_at(event);
    if (cell.is_row_name) cell.column = cell.row;
    if (this.is_inside(cell)) this.open?.(cell.row, cell.column);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = 60;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    if (event.key in moves) this.pan(...moves[event.key]);
    else if (event.key === "+" || event.key === "=") this.zoom(1.6);
    else if (event.key === "-") this.zoom(1 / 1.6);
    else if (event.key === "0") this.show_all();
    else if (event.key === "Enter") this.open_middle();
    else return;
    event.preventDefault();
  }

  open_middle() {
    const plot = this.plot_size();
    const middle = Math.floor(this.view.y + plot.height / this.view.scale / 2);
    const row = this.marked ? this.marked.first : Math.max(0, Math.min(this.height - 1, middle));
    this.open?.(row, row);
  }
}

function end_of_text(text, most) {
  return text.length > most ? `…${text.slice(1 - most)}` : text;
}

function start_of_text(text, most) {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

// "rgb(1, 2, 3)" as the number that an image has for it.
function pixel_value(colour) {
  const [red, green, blue] = colour.match(/[\d.]+/g).map(Number);
  return (255 << 24 | blue << 16 | green << 8 | red) >>> 0;
}
