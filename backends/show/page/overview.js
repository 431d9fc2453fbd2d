// The overview as text.
async function show_overview() {
  const index = await read_chunk("index");
  document.getElementById("title").textContent = index.model.name;
  document.getElementById("description").textContent = index.model.description ?? "";
  document.getElementById("overview").textContent = JSON.stringify(index, null, 2);
}

show_overview();
