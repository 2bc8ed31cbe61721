import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join, resolve, sep } from 'node:path';
import type { Theme } from '#shared/opening.ts';
import { ownEntry } from '#shared/own-entry.ts';

/** Stands in the built page where this answer's style nonce goes; electron.vite.config.ts puts it there. */
export const NONCE_PLACE = '__MILEPOST_STYLE_NONCE__';

/** Stands in the page where the reader's theme goes, so that its first paint is in the right colours. */
const themePlace = (theme: string): string => `data-theme="${theme}"`;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** What of the built page is a script in itself, and not by its address. */
const OWN_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([^<]*)<\/script>/u;

/**
 * What the page may do: run the scripts that were built with it, use its own styles, draw its own pictures and talk to
 * the host that served it. Styles that a library writes at run time carry the nonce of the page they were served with.
 * Of what stands in the page the one script of the built page runs, known by all that is in it; nothing is loaded from
 * anywhere else.
 */
const contentPolicy = (nonce: string, built: string): string => {
  const [, own] = OWN_SCRIPT.exec(built) ?? [];
  const known = own === undefined ? '' : ` 'sha256-${createHash('sha256').update(own).digest('base64')}'`;
  return [
    "default-src 'none'",
    `script-src 'self'${known}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // No text becomes script or markup but through the one policy of the page, in renderer/api/strict-page.ts.
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
};

/** Of every answer of a host, refusals too. */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
} as const;

/**
 * Scripts and styles are named after what is in them, and a page's sign may be a day old. A browser that had to ask again
 * would ask for the sign at each change of the address.
 */
const CACHE_FOR_EVER = 'private, max-age=86400, immutable';

/** What a host answers, plainly: the classes of `fetch` take longer to load than a page to be sent. */
export type PlainAnswer = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array<ArrayBuffer>;
};

/** Answers a path with a file of the built renderer. */
export type Page = (pathname: string) => PlainAnswer;

const refused = (status: number, words: string): PlainAnswer => ({
  status,
  headers: { ...SAFE_HEADERS, 'content-type': 'text/plain; charset=utf-8' },
  body: words,
});

const notAPath = () => refused(400, 'That is not a path of Milepost.');

/** A path in plain characters; null where it is no path of ours, such as one that climbs out. */
function plainPath(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname);
    const climbs = path.split('/').includes('..');
    return !path.startsWith('/') || climbs || /[\0\\]/u.test(path) ? null : path;
  } catch {
    return null;
  }
}

export type PageDeps = {
  /** The folder of the built renderer. */
  root: string;
  /** The one that the page is to begin in. */
  theme(): Theme;
};

/**
 * Serves the built renderer from `root` and nothing beside it. A path that does not end like a file of the build is a
 * screen of the page, which finds its own way (a Tool's name may hold dots): it is answered with the page.
 */
export function servedPage({ root, theme }: PageDeps): Page {
  const home = resolve(root);

  // Files of the build are small and in the system's memory: on a busy machine, to wait for a thread that reads them takes
  // longer than to read them.
  const index = (path: string): PlainAnswer => {
    const nonce = randomBytes(16).toString('base64');
    // The first screen was drawn when the program was built; every other is drawn by the page's scripts.
    const html = readFileSync(join(home, path === '/' ? 'first-screen.html' : 'index.html'), 'utf8');
    return {
      status: 200,
      headers: {
        ...SAFE_HEADERS,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentPolicy(nonce, html),
        'cache-control': 'no-store',
      },
      body: html.replaceAll(NONCE_PLACE, nonce).replace(themePlace('system'), themePlace(theme())),
    };
  };

  const asset = (path: string, type: string): PlainAnswer => {
    const file = resolve(join(home, path));
    // A second look after the file system's own rules of joining; a colon names a drive or a stream on Windows.
    if (!file.startsWith(home + sep) || path.includes(':')) return notAPath();
    return {
      status: 200,
      headers: { ...SAFE_HEADERS, 'content-type': type, 'cache-control': CACHE_FOR_EVER },
      body: new Uint8Array(readFileSync(file)),
    };
  };

  return (pathname) => {
    const path = plainPath(pathname);
    if (path === null) return notAPath();
    const type = ownEntry(TYPES, extname(path));
    try {
      return type === undefined || type === TYPES['.html'] ? index(path) : asset(path, type);
    } catch {
      return refused(404, 'There is no such file in Milepost.');
    }
  };
}
