// Curves of results, as SVG.

const curve_size = { width: 760, height: 220, left: 64, right: 12, top: 12, bottom: 26 };

// The distance of round numbers, so that about as many as wanted are between two limits.
function tick_step(low, high, wanted) {
  const raw = (high - low) / wanted;
  if (!(raw > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].find((each) => each * power >= raw) * power;
}

function ticks_between(low, high, wanted) {
  const step = tick_step(low, high, wanted);
  const ticks = [];
  for (let i = Math.ceil(low / step); i * step <= high + step * 1e-9; ++i) ticks.push(i * step);
  return ticks;
}

async function curve_of_variable(v) {
  const { run } = model.index;
  if (!run) return null;
  const curves = await table_part("curves", Math.floor(v / rows_of_part())).promise;
  return curves?.[v] ?? null;
}

function curve_picture(name, unit, [times, values]) {
  const { run } = model.index;
  const finite = values.filter((each) => Number.isFinite(each));
  if (finite.length === 0) return null;
  if (values.length === 1) return element("p", {}, "constant: ", element("code", {}, `${number_text(values[0])}${unit ? ` ${unit}` : ""}`));
  const { width, height, left, right, top, bottom } = curve_size;
  let low = Math.min(...finite);
  let high = Math.max(...finite);
  const label = `${name} from ${number_text(run.start)} to ${number_text(run.stop)} s: between ${number_text(low)} and ${number_text(high)}`;
  if (low === high) [low, high] = [low - 1, high + 1];
  const step = tick_step(low, high, 4);
  low = Math.floor(low / step + 1e-9) * step;
  high = Math.ceil(high / step - 1e-9) * step;
  const x = (time) => left + (time - run.start) / (run.stop - run.start || 1) * (width - left - right);
  const y = (value) => height - bottom - (value - low) / (high - low) * (height - top - bottom);
  const path = times.map((time, i) => `${i === 0 ? "M" : "L"}${x(time).toFixed(1)} ${y(values[i]).toFixed(1)}`).join("");
  return svg_element("svg", { class: "curve", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    ticks_between(low, high, 4).map((tick) => [
      svg_element("line", { class: "curve-axis", x1: left, x2: width - right, y1: y(tick), y2: y(tick) }),
      svg_element("text", { x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, number_text(tick))]),
    ticks_between(run.start, run.stop, 7).map((tick) => [
      svg_element("line", { class: "curve-axis", x1: x(tick), x2: x(tick), y1: top, y2: height - bottom }),
      svg_element("text", { x: x(tick), y: height - 8, "text-anchor": "middle" }, number_text(tick))]),
    svg_element("path", { class: "curve-line", d: path }));
}

// A curve without axes, for lists.
function small_curve([times, values]) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const first = times[0];
  const last = times.at(-1);
  const x = (time) => (times.length === 1 ? 0 : (time - first) / (last - first || 1) * 110 + 1);
  const y = (value) => 19 - (high === low ? 0.5 : (value - low) / (high - low)) * 18;
  const path = times.length === 1 ? `M1 ${y(values[0])}H111` : times.map((time, i) => `${i === 0 ? "M" : "L"}${x(time).toFixed(1)} ${y(values[i]).toFixed(1)}`).join("");
  return svg_element("svg", { class: "small-curve", viewBox: "0 0 112 20", width: 112, height: 20, "aria-hidden": "true" },
    svg_element("path", { class: "curve-line", d: path }));
}
