import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
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

const ACTORS = ['user', 'main', 'service', 'clock'] as const;

describe('the life of a purchase', () => {
  it('is drawn completely in docs/purchases.md', () => {
    const document = readFileSync(join(import.meta.dirname, '../../docs/purchases.md'), 'utf8');
    const drawn = [...document.matchAll(/^ {2}(\w+) --> (\w+) : (.+)$/gmu)].flatMap(
      ([, from, to, label = '']) =>
        [...label.matchAll(/([\w, ]+?) \((\w+)\)/gu)].flatMap(([, events = '', actor]) =>
          [...events.matchAll(/\w+/gu)].map(([event]) => `${from} ${event} ${actor} ${to}`),
        ),
    );
    const allowed = PURCHASE_STATES.flatMap((from) =>
      PURCHASE_EVENTS.flatMap((event) =>
        ACTORS.flatMap((actor) => {
          const next = advance(from, event, actor);
          return next.ok ? [`${from} ${event} ${actor} ${next.state}`] : [];
        }),
      ),
    );
    expect(drawn.sort()).toEqual(allowed.sort());
  });

  it('is approved only by the approval events, each by its own actor', () => {
    const ways = PURCHASE_STATES.flatMap((state) =>
      PURCHASE_EVENTS.flatMap((event) =>
        ACTORS.filter((actor) => {
          const next = advance(state, event, actor);
          return next.ok && next.state === 'approved';
        }).map((actor) => `${state} ${event} ${actor}`),
      ),
    );
    expect(ways).toEqual([
      'quoted approved user',
      'quoted approved_in_batch main',
      'quoted approved_by_grant main',
    ]);
  });

  it('reaches submitted only through an approval', () => {
    const ways = PURCHASE_STATES.flatMap((state) =>
      PURCHASE_EVENTS.flatMap((event) =>
        ACTORS.map((actor) => ({ state, event, next: advance(state, event, actor) })),
      ),
    ).filter(({ state, next }) => next.ok && next.state === 'submitted' && state !== 'submitted');
    expect(ways.map(({ state, event }) => `${state} ${event}`)).toEqual(['approved submitted']);
  });

  it('never leaves a final state', () => {
    for (const state of FINAL_STATES)
      for (const event of PURCHASE_EVENTS)
        for (const actor of ACTORS) {
          const next = advance(state, event, actor);
          // What a settled Call was charged may still be corrected, and be seen; what it is may not change.
          const ofTheCharge = ['charge_revised service', 'charge_seen user'].includes(`${event} ${actor}`);
          expect(next.ok).toBe(ofTheCharge && ['completed', 'refused', 'cancelled'].includes(state));
          if (next.ok) expect(next.state).toBe(state);
        }
  });

  it('lets only the service settle what may have been charged', () => {
    for (const state of ['pending', 'unknown'] as const)
      for (const event of PURCHASE_EVENTS)
        for (const actor of ['user', 'main', 'clock'] as const) {
          const next = advance(state, event, actor);
          if (next.ok) expect(isUnresolved(next.state)).toBe(true);
        }
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
