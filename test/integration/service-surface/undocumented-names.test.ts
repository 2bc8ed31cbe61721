import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../../electron/demo-marketplace/http/operations.ts';
import { MCP_TOOLS } from '../../../electron/demo-marketplace/mcp/mcp-tools.ts';

/**
 * What the contract does not document, the product learns from the service: a marketplace with other names needs no new
 * release. So the names of one marketplace occur only in the source of the embedded one.
 */

const ROOT = join(import.meta.dirname, '../../..');
const EMBEDDED = 'electron/demo-marketplace';

/** The paths in §4. */
const DOCUMENTED = ['/api/v1/catalogue-status', '/api/v1/market-tools/search', '/api/v1/sandbox-reference'];

type Source = { path: string; text: string };

function sourcesIn(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|json|html|sql)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(ROOT, path), text: readFileSync(path, 'utf8') }));
}

const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing\//.test(path);
const product = ['shared', 'renderer', 'electron']
  .flatMap(sourcesIn)
  .filter(({ path }) => !path.startsWith(EMBEDDED) && !isTest(path));

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const pathPattern = (path: string): RegExp =>
  new RegExp(
    `${path
      .split(/\{\w+\}/)
      .map(escaped)
      .join('[^\'"`\\s/]+')}(?![\\w-])`,
    'i',
  );

/** A dotted name such as `call.status` counts only within a text: elsewhere it is a member access. */
const namePattern = (name: string): RegExp => new RegExp(`['"\`]${escaped(name)}['"\`]`, 'i');

const UNDOCUMENTED: readonly (readonly [string, RegExp])[] = [
  ...OPERATIONS.filter(({ path }) => !DOCUMENTED.includes(path)).map(
    ({ path }) => [path, pathPattern(path)] as const,
  ),
  ...OPERATIONS.map(({ id }) => [id, namePattern(id)] as const),
  ...MCP_TOOLS.map(({ name }) => [name, new RegExp(`\\b${escaped(name)}\\b`, 'i')] as const),
];

const found = (sources: readonly Source[], pattern: RegExp): string[] =>
  sources.flatMap(({ path, text }) => (pattern.test(text) ? [path] : []));

test('there are files to search, and each name is found where it is allowed', () => {
  expect(product).not.toEqual([]);
  const embedded = sourcesIn(EMBEDDED);
  for (const [name, pattern] of UNDOCUMENTED) expect(found(embedded, pattern), name).not.toEqual([]);
});

test.each(UNDOCUMENTED)('%s does not occur in the product’s code', (_, pattern) => {
  expect(found(product, pattern)).toEqual([]);
});

test('no other path under the marketplace’s prefix occurs anywhere, complete or in pieces', () => {
  const written = product.flatMap(({ path, text }) =>
    [...text.matchAll(/\/api\/v1\/[\w/{}$.-]*/g)].map(([at]) => `${path}: ${at}`),
  );
  expect(written.filter((one) => !DOCUMENTED.some((path) => one.endsWith(`: ${path}`)))).toEqual([]);
  expect(found(product, /market-tools(?!\/search)/)).toEqual([]);
  expect(found(product, /\bwhoami\b/i)).toEqual([]);
});
