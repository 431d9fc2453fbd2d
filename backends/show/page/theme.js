// Light and dark: as the system says, or as the reader chose. The choice is kept if the browser keeps anything for files.

const theme_order = ["", "light", "dark"];
const theme_words = { "": "◐", light: "☀", dark: "☾" };
const theme_names = { "": "as the system", light: "light", dark: "dark" };

function start_theme() {
  let kept = "";
  try {
    kept = localStorage.getItem("moshow-theme") ?? "";
  } catch {
    // Some browsers keep nothing for files.
  }
  set_theme(theme_order.includes(kept) ? kept : "");
  document.getElementById("theme").addEventListener("click", change_theme);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => document.dispatchEvent(new Event("theme")));
}

function change_theme() {
  const at = theme_order.indexOf(document.documentElement.dataset.theme ?? "");
  const next = theme_order[(at + 1) % theme_order.length];
  set_theme(next);
  announce(`Colours: ${theme_names[next]}`);
  try {
    localStorage.setItem("moshow-theme", next);
  } catch {
    // Then it is for this visit only.
  }
}

function set_theme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  const button = document.getElementById("theme");
  button.textContent = theme_words[theme];
  button.title = `Colours: ${theme_names[theme]} ( t )`;
  button.setAttribute("aria-label", `Colours: ${theme_names[theme]}`);
  // Pictures that are drawn have to be drawn again.
  document.dispatchEvent(new Event("theme"));
}

// The value of a colour of the style sheet, for canvases, which do not know variables.
function colour_of(name) {
  colour_of.probe ??= document.body.appendChild(element("span", { class: "unseen", "aria-hidden": "true" }));
  colour_of.probe.style.color = `var(--${name})`;
  return getComputedStyle(colour_of.probe).color;
}
