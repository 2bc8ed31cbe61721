import { MantineProvider } from '@mantine/core';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AsRead, cameHeading, JsonTree } from './json-tree.tsx';

const shown = (tree: Parameters<typeof JsonTree>[0]) => textOf(<JsonTree {...tree} />);

const textOf = (tree: ReactElement) =>
  renderToStaticMarkup(<MantineProvider>{tree}</MantineProvider>)
    .replaceAll(/<style.*?<\/style>/gu, '')
    .replaceAll('</li>', '|')
    .replaceAll(/<[^>]*>/gu, '')
    .replaceAll('&quot;', '"')
    .trim();

it('what the service sent is shown letter by letter, and a member that stands twice is shown twice', () => {
  const text = '\uFEFF {"usage": 1.0, "usage" : 12345678901234567890, "rows": [1e3, "\\u0041", null, {}]}';
  expect(shown({ text, open: 3 })).toBe(
    '{3}usage: 1.0|usage: 12345678901234567890|rows: [4]0: 1e3|1: "\\u0041"|2: null|3: {0}||',
  );
});

it('any other value is shown as JSON, with its first members of many', () => {
  expect(shown({ value: { a: [true, 'x'] }, label: 'input', open: 2 })).toBe(
    'input: {1}a: [2]0: true|1: "x"||',
  );
  expect(shown({ value: undefined })).toBe('null');
  expect(shown({ value: Array.from({ length: 250 }, (_, place) => place) })).toMatch(/99: 99\|150 more\|$/u);
});

it('what is not known letter by letter is never headed as it came, and tells which names stood twice', () => {
  expect(cameHeading('{}')).toBe('As it came');
  expect(cameHeading(null)).not.toBe(cameHeading('{}'));
  const read = { rows: [{ 'usage (1)': 9, usage: 1 }], 'size (1)': 2, 'size (2)': 3, size: 4 };
  expect(textOf(<AsRead value={read} heading="Receipt" />)).toMatch(
    /^Receipt, as Milepost read it: \{4\}.*once.*“size”, “usage”/u,
  );
  for (const value of [{ 'a (1)': 1 }, { 'seats (2)': 1, seats: 2 }, null, 'a (1)'])
    expect(textOf(<AsRead value={value} />)).not.toContain('once');
});
