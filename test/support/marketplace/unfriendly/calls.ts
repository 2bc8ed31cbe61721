import { isObject } from '#shared/json.ts';
import type { JsonObject } from '../../../../electron/demo-marketplace/http/json.ts';
import { changeBody, mapObjects, refusedWith, type Unfriendliness } from './entry.ts';

const MONEY = ['tool.call', 'call.status', 'call.list'];
const items = (body: JsonObject, change: (item: JsonObject) => JsonObject): JsonObject => ({
  ...body,
  items: (body.items as JsonObject[]).map(change),
});
const bare = ({ callRef, state }: JsonObject): JsonObject => ({ callRef, state });

/** Charged amounts, wherever they are; prices and balances stay unchanged. */
const charged = (change: (amount: JsonObject) => JsonObject) =>
  changeBody((body) =>
    mapObjects(body, (members) =>
      Object.fromEntries(
        Object.entries(members).map(([name, value]) => [
          name,
          (['buyerCharge', 'totalBuyerCharge'].includes(name) ||
            (name === 'amount' && 'chargeState' in members)) &&
          isObject(value)
            ? change(value)
            : value,
        ]),
      ),
    ),
  );

/** Rows 1, 7 to 11: what a service may state about quotes, Calls and charges. */
export const CALLS: readonly Unfriendliness[] = [
  {
    kind: 'acknowledgement_lost_then_410',
    row: 1,
    shows:
      'The first Call is carried out and its answer lost; repeated it is 410; the list gives its reference and state only.',
    on: ['tool.call', 'call.list'],
    instead: (endpoint, memory) =>
      endpoint === 'tool.call' && memory.has('lost') ? refusedWith(410, 'quote_expired') : undefined,
    answer: (answer, endpoint, memory) => {
      if (endpoint === 'call.list')
        return isObject(answer.body) && answer.status === 200
          ? { ...answer, body: items(answer.body, bare) }
          : answer;
      memory.set('lost', true);
      return 'cut';
    },
  },
  {
    kind: 'order_lost_then_410',
    row: 1,
    shows: 'The first order is lost on its way, and no Call is made; repeated it is 410.',
    on: ['tool.call'],
    instead: (_endpoint, memory) => {
      if (memory.has('lost')) return refusedWith(410, 'quote_expired');
      memory.set('lost', true);
      return 'cut';
    },
  },
  {
    kind: 'calls_listed_bare',
    row: 1,
    shows: 'Listed Calls have a reference and a state only.',
    on: ['call.list'],
    answer: changeBody((body) => items(body, bare)),
  },
  {
    kind: 'calls_listed_five_minutes_early',
    row: 1,
    shows: 'Listed Calls are stamped by a clock five minutes behind.',
    on: ['call.list'],
    answer: changeBody((body) =>
      items(body, (item) => ({
        ...item,
        createdAt: Number(item.createdAt) - 300_000,
        updatedAt: Number(item.updatedAt) - 300_000,
      })),
    ),
  },
  {
    kind: 'calls_listed_without_zone',
    row: 1,
    shows: 'Listed Calls are stamped without a zone.',
    on: ['call.list'],
    answer: changeBody((body) =>
      items(body, (item) => ({
        ...item,
        createdAt: new Date(Number(item.createdAt)).toISOString().slice(0, 19),
      })),
    ),
  },
  {
    kind: 'quote_reference_reused',
    row: 7,
    shows: 'Every quote comes under the reference of the first.',
    on: ['tool.quote'],
    answer: changeBody((body, _, memory) => {
      if (body.kind !== 'committed') return body;
      if (!memory.has('ref')) memory.set('ref', body.quoteRef);
      return { ...body, quoteRef: memory.get('ref') };
    }),
  },
  {
    kind: 'charge_more',
    row: 8,
    shows: 'USD 9.00 is charged, whatever was quoted.',
    on: MONEY,
    answer: charged(() => ({ currency: 'USD', units: '9000000', exponent: 6 })),
  },
  {
    kind: 'charge_negative',
    row: 8,
    shows: 'USD -9.00 is charged.',
    on: MONEY,
    answer: charged(() => ({ currency: 'USD', units: '-9000000', exponent: 6 })),
  },
  {
    kind: 'charge_other_currency',
    row: 8,
    shows: 'The charge is given in AUD.',
    on: MONEY,
    answer: charged((amount) => ({ ...amount, currency: 'AUD' })),
  },
  {
    kind: 'charge_state_unknown',
    row: 8,
    shows: 'The charge is in a state that nobody has heard of.',
    on: MONEY,
    answer: changeBody((body) =>
      mapObjects(body, (members) =>
        'chargeState' in members ? { ...members, chargeState: 'moon_phase' } : members,
      ),
    ),
  },
  {
    kind: 'input_normalised_to_another',
    row: 9,
    shows: 'The quote is for another destination than was asked for.',
    on: ['tool.quote'],
    answer: changeBody((body) =>
      isObject(body.normalizedInput)
        ? { ...body, normalizedInput: { ...body.normalizedInput, destination_airport: 'CDG' } }
        : body,
    ),
  },
  {
    kind: 'quote_above_listing',
    row: 10,
    shows: 'The quote is USD 0.049999 where USD 0.022000 is listed.',
    on: ['tool.quote'],
    answer: changeBody((body) =>
      body.kind === 'committed' ? { ...body, price: { currency: 'USD', units: '49999', exponent: 6 } } : body,
    ),
  },
  {
    kind: 'answers_in_other_words',
    row: 11,
    shows: 'Answers about Calls say callId for callRef and leave kind away.',
    on: ['tool.call', 'call.status'],
    answer: changeBody((body) => {
      const { output, ...rest } = body;
      const known = mapObjects(rest, ({ kind: _kind, callRef, ...members }) => ({
        ...members,
        ...(callRef === undefined ? {} : { callId: callRef }),
      })) as JsonObject;
      return output === undefined ? known : { ...known, output };
    }),
  },
];
