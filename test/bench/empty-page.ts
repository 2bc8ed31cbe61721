import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

/** A button that shows a word, and a scroller as high as 100,000 rows with nothing in it. */
const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title></head><body>
<button>Show</button><h1 hidden>Search</h1>
<div id="scroller" style="height:600px;overflow:auto"><div style="height:3800000px"></div></div>
<script type="module" src="/main.ts"></script></body></html>`;
const MAIN = `const heading = document.querySelector('h1');
if (heading) heading.hidden = false;
document.querySelector('button')?.addEventListener('click', () => { document.body.dataset.shown = String(Number(document.body.dataset.shown ?? 0) + 1); });`;

/** Builds the page with Vite into a folder of its own; `remove` deletes it. */
export async function buildEmptyPage(): Promise<{ folder: string; remove(): void }> {
  const root = mkdtempSync(join(tmpdir(), 'milepost-bench-empty-'));
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'index.html'), HTML);
  writeFileSync(join(root, 'main.ts'), MAIN);
  await build({ root, configFile: false, logLevel: 'silent', build: { outDir: 'built' } });
  return { folder: join(root, 'built'), remove: () => rmSync(root, { recursive: true, force: true }) };
}
