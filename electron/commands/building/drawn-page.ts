import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { ownEntry } from '#shared/own-entry.ts';
import { firstStyles } from './first-styles.ts';

const PLACEHOLDER = '<div id="root"></div>';

/** Modules that are replaced for rendering, by the end of their path. */
const standIns = (nonce: string): Readonly<Record<string, string>> => ({
  '/renderer/api/connection.ts':
    'export const connection = { call: () => new Promise(() => {}), listen: () => () => {} };',
  '/renderer/api/strict-page.ts': `export const styleNonce = () => ${JSON.stringify(nonce)};`,
});

/** No script handles clicks yet, and a link that the browser followed would lose the secret of the address. */
const INERT = '#root :is(a,button){pointer-events:none}';

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
 * Moves inline styles, which the page's policy forbids, into a style sheet that applies until the scripts take over the
 * page (`renderer/app/opening/take-over.ts`).
 */
export function withoutStyleAttributes(markup: string): { markup: string; rules: string } {
  const styles = new Set<string>();
  const moved = markup.replace(/ style="([^"]*)"/gu, (_, style: string) => {
    styles.add(asText(style));
    return ` data-style="${style}"`;
  });
  // The ID gives these rules precedence over the page's, as inline styles have.
  const rules = [...styles].map((style) => `#root [data-style=${JSON.stringify(style)}]{${style}}`);
  return { markup: moved, rules: rules.join('') };
}

export type DrawnPageDeps = {
  /** The folder with `renderer` and `node_modules`. */
  root: string;
  /** Placeholder of the nonce that the host inserts. */
  nonce: string;
};

/** Renders the first screen in a separate process; throws its error. */
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
          name: 'render-stand-ins',
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

/** Links that the first paint does not need; imports of the first script are loaded with it. */
const LINKED = /<link rel="(stylesheet|modulepreload)"(?![^>]*\/loading-)/gu;
const SHEET = /<link data-later="stylesheet"[^>]* href="([^"]+)"/gu;

/**
 * Writes `first-screen.html` beside `index.html`: the same page with its first screen rendered and only the styles it
 * needs. Other links are activated after the first paint (`renderer/app/opening/start.ts`).
 */
export const drawnPage = (deps: DrawnPageDeps): Plugin => ({
  name: 'drawn-page',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const page = readFileSync(join(dir, 'index.html'), 'utf8');
    if (!page.includes(PLACEHOLDER)) throw new Error('index.html has no place for the first screen.');
    const { markup, rules } = withoutStyleAttributes(await drawnFirstScreen(deps));
    const drawn = page
      .replace(PLACEHOLDER, () => `<div id="root">${markup}</div>`)
      .replaceAll(LINKED, '<link data-later="$1"');
    const sheets = [...drawn.matchAll(SHEET)].map(([, path = '']) => readFileSync(join(dir, path)));
    const styles = [...sheets.map((sheet) => firstStyles(drawn, sheet)), INERT, rules].join('');
    // Before the sheets, which repeat these rules.
    const whole = drawn.replace(
      '<link data-later',
      (link) => `<style data-drawn nonce="${deps.nonce}">${styles}</style>\n    ${link}`,
    );
    writeFileSync(join(dir, 'first-screen.html'), whole);
  },
});
