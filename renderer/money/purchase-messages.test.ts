import { expect, it } from 'vitest';
import { PURCHASE_STATES, UNRESOLVED_STATES } from '#shared/purchase/state.ts';
import { PURCHASE_FILTERS, progressSteps, stateLabel, wordsBeyondState } from './purchase-messages.ts';

it('has a word of its own for every state', () => {
  const labels = PURCHASE_STATES.map(stateLabel);
  expect(new Set(labels).size).toBe(PURCHASE_STATES.length);
});

it('never calls an unknown outcome a failure', () => {
  expect(stateLabel('unknown')).toBe('May have been charged');
});

it('finds every state under exactly one filter, besides all and unresolved', () => {
  const found = PURCHASE_FILTERS.filter(({ value }) => value !== 'all' && value !== 'unresolved').flatMap(
    ({ states }) => states,
  );
  const unresolved: readonly string[] = UNRESOLVED_STATES;
  expect([...found].sort()).toEqual(PURCHASE_STATES.filter((state) => !unresolved.includes(state)).sort());
});

it('shows how far an approved purchase has come', () => {
  const states = (state: 'approved' | 'submitted' | 'pending' | 'completed') =>
    progressSteps(state)?.map((step) => step.state);
  expect(states('approved')).toEqual(['now', 'ahead', 'ahead', 'ahead']);
  expect(states('submitted')).toEqual(['done', 'now', 'ahead', 'ahead']);
  expect(states('pending')).toEqual(['done', 'done', 'now', 'ahead']);
  expect(states('completed')).toEqual(['done', 'done', 'done', 'done']);
});

it('shows no progress where the outcome is unknown', () => {
  expect(progressSteps('unknown')).toBeNull();
});

it('below a title that names its state, a purchase states only the reason', () => {
  const words = 'No quote. The service refused. Nothing was bought.';
  expect(wordsBeyondState({ state: 'not_quoted', words })).toBe('The service refused. Nothing was bought.');
  // What is said of another state in the same place is left whole.
  const waiting = 'Sent. Waiting for the service to take it.';
  expect(wordsBeyondState({ state: 'submitted', words: waiting })).toBe(waiting);
  const unreached = 'It could not be sent: the service was not reached. Nothing was bought.';
  expect(wordsBeyondState({ state: 'not_sent', words: unreached })).toBe(unreached);
});
