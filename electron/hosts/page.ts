import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join, resolve, sep } from 'node:path';
import { FIRST_OPENING, type Opening } from '#shared/opening.ts';
import { ownEntry } from '#shared/own-entry.ts';

/** Placeholder of the style nonce in the built page; electron.vite.config.ts inserts it. */
export const NONCE_PLACE = '__MILEPOST_STYLE_NONCE__';

/** What the page knows before it asks: the first paint has the reader's colours, the first fields their formats. */
type PageOpening = Pick<Opening, 'theme' | 'formats'>;

/** Its place among the attributes of the built page. */
const openingPlace = ({ theme, formats }: PageOpening): string =>
  `data-theme="${theme}" data-formats="${JSON.stringify(formats).replace(/[&"<>]/gu, (sign) => `&#${sign.charCodeAt(0)};`)}"`;
const BUILT_PLACE = openingPlace(FIRST_OPENING);

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

/** The inline script of the built page. */
const OWN_SCRIPT = /<script(?![^<>]*\ssrc=)[^<>]*>([^<]*)<\/script>/u;

/**
 * The page's Content-Security-Policy: only its own scripts, styles and pictures, and connections to its own host. Styles
 * written at run time carry the page's nonce; the one inline script is allowed by its hash.
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
    // The page's only Trusted Types policy is in renderer/api/strict-page.ts.
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
};

/** Headers of every answer of a host, refusals included. */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
} as const;

/** Scripts and styles have hashed names. A favicon may be a day old; otherwise browsers request it on each navigation. */
const CACHE_FOR_EVER = 'private, max-age=86400, immutable';

/** A host's answer without the classes of `fetch`, which take longer to load than the page takes to be sent. */
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

/** Decodes a path; null if it is invalid, for example with "..". */
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
  opening(): PageOpening;
};

/**
 * Serves the built renderer from `root` and nothing else. A path without the extension of a built file is a screen (a
 * Tool's name may contain dots) and is answered with the page.
 */
export function servedPage({ root, opening }: PageDeps): Page {
  const home = resolve(root);

  // Read synchronously: built files are small and cached by the system, so waiting for a thread would take longer.
  const index = (): PlainAnswer => {
    const nonce = randomBytes(16).toString('base64');
    const html = readFileSync(join(home, 'index.html'), 'utf8');
    return {
      status: 200,
      headers: {
        ...SAFE_HEADERS,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentPolicy(nonce, html),
        'cache-control': 'no-store',
      },
      body: html.replaceAll(NONCE_PLACE, nonce).replace(BUILT_PLACE, () => openingPlace(opening())),
    };
  };

  const asset = (path: string, type: string): PlainAnswer => {
    const file = resolve(join(home, path));
    // Checked again after joining; on Windows a colon names a drive or a stream.
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
      return type === undefined || type === TYPES['.html'] ? index() : asset(path, type);
    } catch {
      return refused(404, 'There is no such file in Milepost.');
    }
  };
}
