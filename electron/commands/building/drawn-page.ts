import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { ownEntry } from '#shared/own-entry.ts';
import { firstStyles } from './first-styles.ts';

const PLACE = '<div id="root"></div>';

/** What the page is drawn without, by the end of the file that it replaces. */
const standIns = (nonce: string): Readonly<Record<string, string>> => ({
  '/renderer/api/connection.ts':
    'export const connection = { call: () => new Promise(() => {}), listen: () => () => {} };',
  '/renderer/api/strict-page.ts': `export const styleNonce = () => ${JSON.stringify(nonce)};`,
});

/** Nobody hears a click yet, and a link that the browser follows by itself would lose the secret of the address. */
const UNHEARD = '#root :is(a,button){pointer-events:none}';

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};
const asText = (markup: string): string =>
  markup.replace(/&(?:amp|lt|gt|quot|#x27);/gu, (sign) => ownEntry(CHARACTERS, sign) ?? sign);

/**
 * Moves the styles of elements out of the markup, where the page's policy allows none, into rules of a style sheet that
 * holds until the scripts take the page over (`renderer/app/opening/take-over.ts`).
 */
export function withoutStyleAttributes(markup: string): { markup: string; rules: string } {
  const styles = new Set<string>();
  const moved = markup.replace(/ style="([^"]*)"/gu, (_, style: string) => {
    styles.add(asText(style));
    return ` data-style="${style}"`;
  });
  // As strong as a style of an element's own is, as far as any rule of the page goes.
  const rules = [...styles].map((style) => `#root [data-style=${JSON.stringify(style)}]{${style}}`);
  return { markup: moved, rules: rules.join('') };
}

export type DrawnPageDeps = {
  /** The folder that holds `renderer` and `node_modules`. */
  root: string;
  /** Stands for the one that the host puts in as it serves the page. */
  nonce: string;
};

/** Draws the first screen in a process of its own. Throws what went wrong there. */
async function drawnFirstScreen({ root, nonce }: DrawnPageDeps): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-drawn-'));
  const replaced = Object.entries(standIns(nonce));
  try {
    await build({
      root: join(root, 'renderer'),
      configFile: false,
      logLevel: 'warn',
      plugins: [
        react(),
        {
          name: 'nothing-of-the-reader',
          load: (id) => replaced.find(([end]) => id.replaceAll('\\', '/').endsWith(end))?.[1],
        },
      ],
      ssr: { noExternal: true },
      build: {
        ssr: 'app/opening/draw.tsx',
        outDir: folder,
        emptyOutDir: true,
        rollupOptions: { output: { entryFileNames: 'draw.mjs' } },
      },
    });
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'electron/commands/building/draw-page.ts'), join(folder, 'draw.mjs')],
      { encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production', TZ: 'UTC' } },
    );
    if (status !== 0) throw new Error(`The first screen cannot be drawn without a browser.\n${stderr}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the page links and its first paint can do without; what its first script imports is there with that. */
const LINKED = /<link rel="(stylesheet|modulepreload)"(?![^>]*\/loading-)/gu;
const SHEET = /<link data-later="stylesheet"[^>]* href="([^"]+)"/gu;

/**
 * Writes `first-screen.html` beside `index.html`: the same page with its first screen drawn in it, and the styles of that
 * alone. The links of what comes after the paint wait in their places (`renderer/app/opening/start.ts`).
 */
export const drawnPage = (deps: DrawnPageDeps): Plugin => ({
  name: 'drawn-page',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const page = readFileSync(join(dir, 'index.html'), 'utf8');
    if (!page.includes(PLACE)) throw new Error('index.html has no place for the first screen.');
    const { markup, rules } = withoutStyleAttributes(await drawnFirstScreen(deps));
    const drawn = page
      .replace(PLACE, () => `<div id="root">${markup}</div>`)
      .replaceAll(LINKED, '<link data-later="$1"');
    const sheets = [...drawn.matchAll(SHEET)].map(([, path = '']) => readFileSync(join(dir, path)));
    const styles = [...sheets.map((sheet) => firstStyles(drawn, sheet)), UNHEARD, rules].join('');
    // In front of the sheets, which say the same again.
    const whole = drawn.replace(
      '<link data-later',
      (link) => `<style data-drawn nonce="${deps.nonce}">${styles}</style>\n    ${link}`,
    );
    writeFileSync(join(dir, 'first-screen.html'), whole);
  },
});
