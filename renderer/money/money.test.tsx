import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Moneys } from './money.tsx';

const usd = { currency: 'USD', units: '22000', exponent: 6 };
const eur = { currency: 'EUR', units: '5', exponent: 2 };
const textOf = (props: Parameters<typeof Moneys>[0]) =>
  renderToStaticMarkup(<Moneys {...props} />)
    .replaceAll(/<[^>]*>/gu, '')
    .replaceAll('\u00a0', ' ');

it('amounts are told as the least where others cannot be read, and never as nothing', () => {
  expect(textOf({ amounts: [usd, eur] })).toBe('USD 0.022 + EUR 0.05');
  expect(textOf({ amounts: [usd], unread: 1 })).toBe('at least USD 0.022 (one amount could not be read)');
  expect(textOf({ amounts: [usd], unread: 1_200 })).toMatch(/^at least USD 0.022 \(1.200 amounts/u);
  expect(textOf({ amounts: [], unread: 2 })).toBe('2 amounts could not be read');
  expect(textOf({ amounts: [] })).toBe('nothing');
});
