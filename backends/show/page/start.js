// What happens when the page is opened.

async function start() {
  if (typeof DecompressionStream === "undefined") {
    return show_problem("This browser is too old for the page: it cannot decompress the data. Browsers from 2024 on can.");
  }
  try {
    await load_model();
  } catch (error) {
    return show_problem(`The data of this page cannot be read: ${error.message}`);
  }
  document.getElementById("model-name").textContent = model.index.model.name;
  start_theme();
  start_keyboard();
  start_search();
  start_printing();
  draw_navigation();
  document.addEventListener("click", follow_formula_link);
  document.addEventListener("keydown", follow_formula_link);
  document.getElementById("skip").addEventListener("click", () => document.getElementById("main").focus());
  window.addEventListener("hashchange", show_address);
  await show_address();
  document.documentElement.dataset.ready = "";
}

function show_problem(text) {
  replace_children(document.getElementById("main"), element("p", { class: "message error", role: "alert" }, text));
}

document.addEventListener("DOMContentLoaded", start);
