import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  actorOf,
  advance,
  FINAL_STATES,
  isPolled,
  isSettled,
  isUnresolved,
  PURCHASE_EVENTS,
  PURCHASE_STATES,
  SENT_STATES,
  sqlStates,
  UNRESOLVED_STATES,
} from './state.ts';

/** Every event that may happen in a state, with who causes it and the state that follows. */
const WAYS = PURCHASE_STATES.flatMap((from) =>
  PURCHASE_EVENTS.flatMap((event) => {
    const next = advance(from, event);
    return next.ok ? [{ from, event, by: actorOf(event), to: next.state }] : [];
  }),
);

describe('the life of a purchase', () => {
  it('is drawn completely in docs/purchases.md', () => {
    const document = readFileSync(join(import.meta.dirname, '../../docs/purchases.md'), 'utf8');
    const drawn = [...document.matchAll(/^ {2}(\w+) --> (\w+) : (.+)$/gmu)].flatMap(
      ([, from, to, label = '']) =>
        [...label.matchAll(/([\w, ]+?) \((\w+)\)/gu)].flatMap(([, events = '', by]) =>
          [...events.matchAll(/\w+/gu)].map(([event]) => `${from} ${event} ${by} ${to}`),
        ),
    );
    const allowed = WAYS.map(({ from, event, by, to }) => `${from} ${event} ${by} ${to}`);
    expect(drawn.sort()).toEqual(allowed.sort());
  });

  it('is approved only by the approval events, and submitted only once approved', () => {
    const into = (state: string) =>
      WAYS.filter(({ from, to }) => to === state && from !== state).map(
        ({ from, event, by }) => `${from} ${event} ${by}`,
      );
    expect(into('approved')).toEqual([
      'quoted approved user',
      'quoted approved_in_batch main',
      'quoted approved_by_grant main',
    ]);
    expect(into('submitted')).toEqual(['approved submitted main']);
  });

  it('never leaves a final state: only what a settled Call was charged is corrected, and seen', () => {
    const after = WAYS.filter(({ from }) => (FINAL_STATES as readonly string[]).includes(from));
    expect(after.map(({ from, event, to }) => [from, event, to])).toEqual(
      (['completed', 'refused', 'cancelled'] as const).flatMap((state) =>
        ['charge_revised', 'charge_seen'].map((event) => [state, event, state]),
      ),
    );
  });

  it('lets only the service settle what may have been charged', () => {
    for (const { from, by, to } of WAYS)
      if ((from === 'pending' || from === 'unknown') && by !== 'service') expect(isUnresolved(to)).toBe(true);
  });

  it('has every state either final, unresolved or before the approval', () => {
    const rest = PURCHASE_STATES.filter(
      (state) => !(FINAL_STATES as readonly string[]).includes(state) && !isUnresolved(state),
    );
    expect(rest).toEqual(['quoting', 'quoted']);
    expect(UNRESOLVED_STATES).toHaveLength(4);
  });
});

describe('the lists of states', () => {
  it('tell apart what may have been sent, what can be polled and what is over', () => {
    expect(SENT_STATES).toEqual(['submitted', 'pending', 'unknown']);
    expect(PURCHASE_STATES.filter(isPolled)).toEqual(['pending', 'unknown']);
    expect(PURCHASE_STATES.filter(isSettled)).toEqual(['completed', 'refused', 'cancelled']);
  });

  it('are written as SQL', () => expect(sqlStates(['approved', 'unknown'])).toBe("('approved', 'unknown')"));
});
