import { expect, test } from 'vitest';
import { dataUseMessages } from './data-use-messages.ts';

const use = (inputPointer: string, recipient = 'skyseats') => ({
  inputPointer,
  classification: 'public_data',
  phase: 'execution',
  recipient,
  purposes: ['execute_request'],
});
const provider = { name: 'Sky Seats', slug: 'skyseats' };
const schema = { properties: { from: {}, to: {} }, additionalProperties: false };

test('inputs of one use stand in one sentence, those of another recipient in their own', () => {
  const dataUse = [use('/from'), use('/to', 'elsewhere'), use('/cabin')];
  expect(dataUseMessages({ provider, dataUse, inputJsonSchema: schema })).toEqual([
    'from, cabin, to Sky Seats (public data; purpose: execute request)',
    'to, to elsewhere (public data; purpose: execute request)',
  ]);
});

test('a use of every input is that of the whole request, where there can be no other input', () => {
  const dataUse = [use('/from'), use('/to')];
  const whole = ['the whole request, to Sky Seats (public data; purpose: execute request)'];
  expect(dataUseMessages({ provider, dataUse, inputJsonSchema: schema })).toEqual(whole);
  expect(dataUseMessages({ provider, dataUse: [use('')], inputJsonSchema: null })).toEqual(whole);
  const open = { properties: schema.properties };
  expect(dataUseMessages({ provider, dataUse, inputJsonSchema: open })[0]).toMatch(/^from, to, /);
  expect(dataUseMessages({ provider, dataUse: [use('/from')], inputJsonSchema: schema })[0]).toMatch(
    /^from, /,
  );
});

test('a purpose that is not given is said not to be', () => {
  const [said] = dataUseMessages({
    provider,
    dataUse: [{ ...use('/a'), purposes: [] }],
    inputJsonSchema: null,
  });
  expect(said).toMatch(/; purpose: not given\)$/);
});

test('a provider whose name the service does not give keeps the service’s word for it', () => {
  const nameless = { name: null, slug: 'skyseats' };
  const [said] = dataUseMessages({ provider: nameless, dataUse: [use('/a')], inputJsonSchema: null });
  expect(said).toMatch(/^a, to skyseats \(/);
});
