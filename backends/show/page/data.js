"use strict";

// The chunk with that name as data; null if the page has none.
async function read_chunk(name) {
  const script = document.querySelector(`script[data-chunk="${CSS.escape(name)}"]`);
  if (!script) return null;
  const bytes = Uint8Array.from(atob(script.textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}
