import { describe, expect, it } from 'vitest';
import { isUnresolved, PURCHASE_STATES, type PurchaseState } from '#shared/purchase/state.ts';
import { knowsMore } from './later-purchase.ts';

const at = (state: PurchaseState, updatedAt = 1, attempts = 1) => ({ state, updatedAt, attempts });
const SETTLED = ['completed', 'refused', 'cancelled'] as const;

describe('which copy of a purchase knows more', () => {
  it('is never one that is open over one that the service settled', () => {
    for (const here of SETTLED)
      for (const there of PURCHASE_STATES.filter(isUnresolved))
        for (const attempts of [1, 2]) {
          expect(knowsMore(at(there, 9, attempts), at(here))).toBe(false);
          expect(knowsMore(at(here), at(there, 9, attempts))).toBe(true);
        }
  });

  it('is never both, and a copy knows no more than itself', () => {
    for (const a of PURCHASE_STATES)
      for (const b of PURCHASE_STATES)
        for (const attempts of [1, 2]) {
          const [one, other] = [at(a, 1, attempts), at(b, 2)];
          expect(knowsMore(one, other) && knowsMore(other, one)).toBe(false);
          expect(knowsMore(one, one)).toBe(false);
        }
  });

  it('keeps an output, and otherwise what the service said last', () => {
    expect(knowsMore(at('refused', 9), at('completed'))).toBe(false);
    expect(knowsMore(at('completed', 2), at('completed', 1))).toBe(true);
    expect(knowsMore(at('completed', 1), at('completed', 2))).toBe(false);
  });

  it('does not accept "never left" of an order that was sent again, and takes no quote over', () => {
    expect(knowsMore(at('not_sent', 9), at('unknown'))).toBe(true);
    expect(knowsMore(at('not_sent', 9), at('unknown', 1, 2))).toBe(false);
    expect(knowsMore(at('not_sent', 9), at('pending'))).toBe(false);
    for (const here of PURCHASE_STATES) expect(knowsMore(at('quoted', 9), at(here))).toBe(false);
    expect(knowsMore(at('completed'), at('void', 9))).toBe(true);
  });
});
