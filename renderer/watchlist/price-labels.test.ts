import { describe, expect, it } from 'vitest';
import { pricePoints, pricesTitle, type RunPrice, runPriceLabel } from './price-labels.ts';

const run = (miles: number | null, change: Partial<RunPrice> = {}): RunPrice => ({
  at: 0,
  miles,
  complete: true,
  pages: 3,
  ...change,
});

describe('what became of a price', () => {
  it('starts with both prices where it changed, and marks good news', () => {
    expect(runPriceLabel(run(64_000), run(58_500))).toEqual({ words: '64,000 to 58,500', isGood: true });
    expect(runPriceLabel(run(58_500), run(64_000))).toEqual({ words: '58,500 to 64,000', isGood: false });
    expect(runPriceLabel(run(null), run(58_500))).toEqual({ words: 'no space to 58,500', isGood: true });
    expect(runPriceLabel(run(58_500), run(null))).toEqual({ words: '58,500 to no space', isGood: false });
  });

  it('is only the price where nothing changed, or there was none before', () => {
    expect(runPriceLabel(run(64_000), run(64_000))).toEqual({ words: '64,000', isGood: null });
    expect(runPriceLabel(undefined, run(64_000))).toEqual({ words: '64,000', isGood: null });
    expect(runPriceLabel(undefined, undefined)).toEqual({ words: '', isGood: null });
  });

  it('reports no change where one run read further than the other, except a fall that the shorter one shows', () => {
    const short = { complete: false, pages: 1 };
    expect(runPriceLabel(run(50_000), run(64_000, short))).toEqual({ words: '64,000', isGood: null });
    expect(runPriceLabel(run(64_000, short), run(50_000))).toEqual({ words: '50,000', isGood: null });
    expect(runPriceLabel(run(64_000), run(50_000, short))).toEqual({
      words: '64,000 to 50,000',
      isGood: true,
    });
    expect(runPriceLabel(run(64_000, short), run(50_000, short))).toEqual({
      words: '64,000 to 50,000',
      isGood: true,
    });
  });
});

it('prices are a line from the first to the last, the cheapest lowest', () => {
  const prices = [run(60_000, { at: 0 }), run(null, { at: 5 }), run(50_000, { at: 10 })];
  expect(pricePoints(prices, 60, 16)).toBe('0.0,0.0 60.0,16.0');
  expect(pricePoints(prices.slice(1), 60, 16)).toBe('');
  expect(pricesTitle([run(60_000, { at: Date.UTC(2026, 10, 20, 12) })])).toContain('60,000 on 20 Nov 2026');
});
