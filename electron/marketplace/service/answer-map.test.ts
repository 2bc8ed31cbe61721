import { describe, expect, test } from 'vitest';
import { answerFieldsOf, cleanChoices } from './answer-choices.ts';
import { type AnswerChoices, describeMap } from './answer-map.ts';
import { answerMapOf, observedMap } from './derive-map.ts';
import { moneyOf, readAnswer } from './read-answer.ts';
import type { AnswerRole } from './vocabulary.ts';

const text = { type: 'string' };
const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  type: 'object',
  properties,
  ...more,
});
const AMOUNT = object({ currency: text, units: text, exponent: { type: 'integer' } });
const PRICE = { currency: 'USD', units: '22000', exponent: 6 };
const AT = 1_793_491_200_000;

const mapOf = (role: AnswerRole, schema: unknown, root: unknown = {}) => {
  const made = answerMapOf(role, [schema], root);
  if (!made.ok) throw new Error(made.why);
  return made.map;
};
const whyNot = (role: AnswerRole, schema: unknown) => {
  const made = answerMapOf(role, [schema], {});
  return made.ok ? null : made.why;
};

describe('a quote', () => {
  const quote = (more: Record<string, unknown> = {}) =>
    object({ quoteRef: text, price: AMOUNT, expiresAt: { type: 'integer' }, ...more });

  test('is read where its declaration has it', () => {
    const map = mapOf('quote', quote());
    expect(readAnswer('quote', { map, body: { quoteRef: 'q', price: PRICE, expiresAt: AT } })).toMatchObject({
      kind: 'committed',
      quoteRef: 'q',
      price: PRICE,
      expiresAt: AT,
      toolRef: null,
    });
    expect(map.by).toBe('declared');
  });

  test('is unreadable where another amount stands under a name that is preferred and not declared', () => {
    const body = { kind: 'committed', quoteRef: 'q', price: PRICE, expiresAt: AT };
    const total = { ...PRICE, units: '44000' };
    for (const map of [mapOf('quote', quote()), observedMap('quote')]) {
      expect(readAnswer('quote', { map, body: { ...body, totalPrice: total } })).toMatchObject({
        kind: 'unreadable',
        field: 'price',
      });
      // The same amount, one that no preferred name holds, and what is no amount contest nothing.
      for (const more of [{ totalPrice: PRICE }, { fee: total }, { cost: total }, { total: 3 }])
        expect(readAnswer('quote', { map, body: { ...body, ...more } })).toMatchObject({ price: PRICE });
    }
    const both = mapOf('quote', quote({ totalPrice: AMOUNT }));
    expect(readAnswer('quote', { map: both, body: { ...body, totalPrice: total } })).toMatchObject({
      price: total,
    });
    const chosen = answerMapOf('quote', [quote({ totalPrice: AMOUNT })], {}, { price: '/price' });
    expect(
      chosen.ok && readAnswer('quote', { map: chosen.map, body: { ...body, totalPrice: total } }),
    ).toMatchObject({ price: PRICE });
  });

  test.each<[string, Record<string, unknown>, unknown]>([
    [
      'in other words and other case',
      object({ Quotation_Id: { type: 'integer' }, total_price: AMOUNT, ValidUntil: text }),
      { Quotation_Id: 7, total_price: PRICE, ValidUntil: new Date(AT).toISOString() },
    ],
    [
      'in a wrapper beside a status',
      object({ status: { enum: ['success', 'error'] }, data: quote() }),
      { status: 'success', data: { quoteRef: '7', price: PRICE, expiresAt: AT } },
    ],
    [
      'in a wrapper whose status says success of whatever is in it',
      object({
        status: { const: 'success' },
        result: {
          oneOf: [
            quote({ kind: { const: 'committed' } }),
            object({ kind: { const: 'refused' }, code: text }),
          ],
        },
      }),
      { status: 'success', result: { kind: 'committed', quoteRef: '7', price: PRICE, expiresAt: AT } },
    ],
    [
      'under its own name',
      object({
        quote: object({ id: text, price: AMOUNT, expiresAt: { type: 'string', format: 'date-time' } }),
      }),
      { quote: { id: '7', price: PRICE, expiresAt: new Date(AT).toISOString() } },
    ],
    [
      'in parts of allOf that may be null',
      {
        allOf: [
          object({ quoteRef: { type: ['string', 'null'] } }),
          quote({ price: { ...AMOUNT, nullable: true } }),
        ],
      },
      { quoteRef: '7', price: PRICE, expiresAt: AT },
    ],
    [
      'by the mapping of a discriminator',
      { $ref: '#/Quote' },
      { outcome: 'ok', quoteRef: '7', price: PRICE, expiresAt: AT },
    ],
  ])('is read %s', (_, schema, body) => {
    const root = {
      Quote: {
        oneOf: [{ $ref: '#/Firm' }, { $ref: '#/No' }],
        discriminator: { propertyName: 'outcome', mapping: { ok: '#/Firm', rejected: '#/No' } },
      },
      Firm: quote({ outcome: text }),
      No: object({ outcome: text, code: text, retryable: { type: 'boolean' } }),
    };
    expect(readAnswer('quote', { map: mapOf('quote', schema, root), body })).toMatchObject({
      kind: 'committed',
      quoteRef: '7',
      price: PRICE,
      expiresAt: AT,
    });
  });

  test.each([
    ['no price', object({ quoteRef: text, expiresAt: text })],
    ['no reference of the quote', object({ price: AMOUNT, expiresAt: text })],
    // By hand its currency may be said.
    ['no price', quote({ price: text })],
    ['no price', quote({ price: object({ currency: text, units: text }) })],
  ])('is not bound where its answer declares %s', (why, schema) => {
    expect(whyNot('quote', schema)).toContain(why);
    expect(answerMapOf('quote', [schema], {})).toMatchObject({ ok: false, byHand: true });
  });

  test.each([
    ['price', quote({ price: { type: 'number' }, currency: text })],
    ['price', quote({ price: object({ currency: text, amount: { type: 'number' } }) })],
    ['end of the quote', quote({ expiresAt: { type: 'string', format: 'date' } })],
    [
      'end of the quote',
      object({ expiresAt: { type: 'boolean' }, data: object({ id: text, price: AMOUNT }) }),
    ],
    ['reference of the quote', quote({ quoteRef: { type: 'boolean' } })],
  ])('is not bound, nor by hand, where it declares its %s in a form that is not read', (label, schema) => {
    expect(answerMapOf('quote', [schema], {})).toMatchObject({
      ok: false,
      why: `its answer declares its ${label} in a form that Milepost does not read`,
      byHand: false,
    });
  });

  test('is not bound with what is absent and what is not read', () => {
    expect(whyNot('quote', object({ quoteRef: text, price: { type: 'number' } }))).toBe(
      'its answer declares no end of the quote and its price in a form that Milepost does not read',
    );
  });

  test('is not bound where the declared kind of a quote lacks what an undeclared one has', () => {
    const kinds = {
      oneOf: [
        object({ kind: { const: 'committed' }, quoteRef: text }),
        object({ kind: { const: 'refused' } }),
      ],
    };
    expect(whyNot('quote', kinds)).toBe('its answer declares no price and no end of the quote');
  });

  test.each<[string, Record<string, unknown>]>([
    ['price', { price: '0.022' }],
    ['price', { price: { ...PRICE, units: '1.5' } }],
    ['quoteRef', { quoteRef: 2 ** 60 }],
    ['quoteRef', { quoteRef: null }],
    ['quoteRef', { quoteRef: '' }],
    ['expiresAt', { expiresAt: 1_793_491_200 }],
    ['expiresAt', { expiresAt: 'tomorrow' }],
    ['price', { price: { ...PRICE, exponent: '6.5' } }],
    ['price', { price: { ...PRICE, currency: '840' } }],
    ['price', { price: { ...PRICE, units: 2 ** 60 } }],
  ])('that breaks its declaration in its %s is unreadable', (field, change) => {
    const body = { quoteRef: 'q', price: PRICE, expiresAt: AT, ...change };
    expect(readAnswer('quote', { map: mapOf('quote', quote()), body })).toMatchObject({
      kind: 'unreadable',
      field,
    });
  });

  test.each(['0.022 USD', '.022', '1e3', '', '0.0220000000000000000001', '22,0'])(
    'with the decimal %j is unreadable',
    (price) => {
      const map = mapOf('quote', quote({ price: text, currency: text }));
      const body = { quoteRef: 'q', price, currency: 'USD', expiresAt: AT };
      expect(readAnswer('quote', { map, body })).toMatchObject({ kind: 'unreadable', field: 'price' });
    },
  );

  test.each<[string, Record<string, unknown> | null, Record<string, unknown>]>([
    ['holds no currency for its price, in /currency', { price: text, currency: text }, { price: '0.022' }],
    ['holds no currency for its price, in /price/currency', {}, { price: { ...PRICE, currency: null } }],
    [
      'holds two amounts that contradict each other, in /price and /totalPrice',
      {},
      { price: PRICE, totalPrice: { ...PRICE, units: '44000' } },
    ],
    [
      'holds two amounts that contradict each other, in /price and /totalPrice',
      null,
      { price: PRICE, totalPrice: { ...PRICE, units: '44000' } },
    ],
    ['holds no price where it declares one, in /price', {}, {}],
    ['holds no price where it declares one, in /price: "0.022"', {}, { price: '0.022' }],
    ['holds no price, in /price', null, {}],
    ['holds no price, in /price: "0.022"', null, { price: '0.022' }],
  ])('that %s says so', (why, declared, more) => {
    const map = declared === null ? observedMap('quote') : mapOf('quote', quote(declared));
    const read = readAnswer('quote', {
      map,
      body: { kind: 'committed', quoteRef: 'q', expiresAt: AT, ...more },
    });
    const words = read.kind === 'unreadable' ? read.why.replaceAll(/[‘’']/g, '"') : null;
    expect(words).toBe(`The answer ${why}.`);
  });

  test('is found in three wrappers, and not in more', () => {
    const wrapped = (depth: number): unknown =>
      depth === 0 ? quote() : object({ data: wrapped(depth - 1) });
    expect([1, 2, 3, 4].map((depth) => whyNot('quote', wrapped(depth)))).toEqual([
      null,
      null,
      null,
      expect.any(String),
    ]);
    const bare = (depth: number): unknown =>
      depth === 0 ? { type: 'object' } : object({ data: bare(depth - 1) });
    const within = [0, 1, 2, 3].map((depth) => {
      const made = answerMapOf('quote', [bare(depth)], {});
      return made.ok ? made.map.within.length : null;
    });
    expect(within).toEqual([0, 1, 2, null]);
    expect(whyNot('quote', object({ data: { type: 'object' }, other: { type: 'object' } }))).not.toBeNull();
    expect(whyNot('quote', object({ terms: { type: 'object' } }))).not.toBeNull();
  });

  test('is the object that has most of its fields, and of two alike the first and outermost', () => {
    const two = mapOf('quote', object({ one: quote(), other: quote({ toolRef: text }) }));
    expect(two.variants.map(({ base }) => base)).toEqual([['other']]);
    const alike = mapOf('quote', object({ one: quote(), other: quote() }));
    expect(alike.variants.map(({ base }) => base)).toEqual([['one']]);
    const inner = mapOf('quote', object({ deep: object({ one: quote() }), other: quote() }));
    expect(inner.variants.map(({ base }) => base)).toEqual([['other']]);
  });

  const success = { type: 'boolean' };
  const error = object({ code: text, message: text });
  test.each<[string, unknown]>([
    [
      'by forms of their own',
      {
        oneOf: [
          object({ success: { const: true }, data: quote() }),
          object({ success: { enum: [false] }, error }),
        ],
      },
    ],
    ['in one form', object({ success, data: quote(), error })],
    ['beside a quote, with an error', { allOf: [quote(), object({ ok: success, error })] }],
    ['beside a quote', { allOf: [quote(), object({ ok: success, errorCode: text, message: text })] }],
  ])('that failed is refused, with its code, where a flag says so: %s', (_, schema) => {
    const map = mapOf('quote', schema);
    const terms = { quoteRef: 'q', price: PRICE, expiresAt: AT };
    const failing = { success: false, ok: false, error: { code: 'x', message: 'no' }, errorCode: 'x' };
    for (const more of [{}, { data: terms }, terms])
      expect(readAnswer('quote', { map, body: { ...more, ...failing } })).toMatchObject({
        kind: 'refused',
        code: 'x',
      });
    const succeeding = { success: true, ok: true, data: terms, ...terms };
    expect(readAnswer('quote', { map, body: succeeding })).toMatchObject({ kind: 'committed', price: PRICE });
  });
});

describe('a quote whose price is declared in parts', () => {
  const parts = (...names: string[]) =>
    object({
      quoteRef: text,
      expiresAt: { type: 'integer' },
      ...Object.fromEntries(names.map((name) => [name, AMOUNT])),
    });

  test.each([
    [['cost', 'service_fee', 'total_cost'], 'total_cost'],
    [['price', 'tax', 'grandTotal'], 'grandTotal'],
    [['price', 'fee', 'payable'], 'payable'],
  ])('%j is read as %s', (names, total) => {
    const amounts = Object.fromEntries(names.map((name) => [name, { ...PRICE, units: '20000' }]));
    const body = { quoteRef: 'q', expiresAt: AT, ...amounts, [total]: PRICE };
    const map = mapOf('quote', parts(...names));
    expect(readAnswer('quote', { map, body })).toMatchObject({ price: PRICE });
  });

  test('is not bound where no total of them is declared', () => {
    expect(whyNot('quote', parts('price', 'serviceFee'))).toMatch(/no price/u);
    expect(whyNot('quote', parts('price'))).toBeNull();
  });
});

describe('a Call', () => {
  const cost = object({ value: text, currency: text });
  const charged = { value: '9.00', currency: 'USD' };
  const NINE = { currency: 'USD', units: '900', exponent: 2 };

  test.each<[string, unknown]>([
    ['quote', object({ id: text, cost })],
    ['tool', object({ id: text, name: text, cost })],
    ['customer', object({ id: text, payment: object({ amount: cost }) })],
  ])('is not taken for the %s in it, nor charged what that costs', (name, part) => {
    const map = mapOf(
      'call',
      object({ id: text, status: { enum: ['queued', 'done'] }, output: {}, [name]: part }),
    );
    const inner = { id: 'other', name: 'Award', cost: charged, payment: { amount: charged } };
    for (const status of ['queued', 'done'])
      expect(
        readAnswer('call', { map, body: { id: 'call-1', status, output: {}, [name]: inner } }),
      ).toMatchObject({ callRef: 'call-1', usage: null, receipt: null });
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['as a text', { amount_charged: text, currency: text }, { amount_charged: '9.00', currency: 'USD' }],
    ['as an amount', { charged: cost }, { charged }],
    [
      'as a total beside its cost',
      { cost, total: cost },
      { cost: { ...charged, value: '0.02' }, total: charged },
    ],
    [
      'beside its state',
      { usage: object({ status: text, amount: text, currency: text }) },
      { usage: { status: 'charged', amount: '9.00', currency: 'USD' } },
    ],
  ])('says %s what was charged', (_where, schema, body) => {
    const map = mapOf('call', object({ id: text, output: {}, ...schema }));
    const read = readAnswer('call', { map, body: { id: 'c', output: {}, ...body } });
    expect(read.kind === 'completed' && read.usage).toMatchObject({
      amount: NINE,
      chargeState: 'usage' in body ? 'charged' : null,
    });
  });

  test('is told by its own state, not by that of what it is wrapped in', () => {
    const states = { enum: ['queued', 'running', 'succeeded', 'failed'] };
    const schema = object({
      status: { enum: ['success', 'error'] },
      data: object({ id: text, state: states, output: { type: ['object', 'null'] } }),
    });
    const body = { status: 'success', data: { id: 'c', state: 'running', output: null } };
    expect(readAnswer('call', { map: mapOf('call', schema), body })).toMatchObject({ kind: 'pending' });
  });

  test.each([
    ['may be null', { anyOf: [{ enum: ['succeeded', 'refused'] }, { type: 'null' }] }, ['outcome']],
    ['may be missing', { enum: ['succeeded', 'refused'] }, []],
    ['is always there', { enum: ['succeeded', 'refused'] }, ['outcome']],
  ])(
    'and its status are told by its state where an outcome that %s is not said',
    (when, outcome, required) => {
      const schema = object(
        { id: text, status: { enum: ['pending', 'completed'] }, outcome, output: {} },
        { required },
      );
      const kindOf = (role: 'call' | 'callStatus', more: object) =>
        readAnswer(role, { map: mapOf(role, schema), body: { id: 'c', ...more } }).kind;
      const isSilent = when !== 'is always there';
      for (const no of [{ outcome: null }, {}]) {
        expect(kindOf('call', { status: 'pending', ...no })).toBe(isSilent ? 'pending' : 'unreadable');
        expect(kindOf('callStatus', { status: 'pending', ...no })).toBe(isSilent ? 'found' : 'unreadable');
      }
      const over = { status: 'completed', output: 1 };
      expect(kindOf('call', { ...over, outcome: 'refused' })).toBe('refused');
      expect(kindOf('call', { ...over, outcome: 'perhaps' })).toBe('unreadable');
      expect(kindOf('callStatus', { ...over, outcome: 'perhaps' })).toBe('unreadable');
    },
  );

  test('of which nothing is declared has the shape seen live, in any case', () => {
    const map = mapOf('call', { type: 'object' });
    expect(map.by).toBe('observed');
    const usage = { charge_state: 'paid', amount: PRICE };
    expect(
      readAnswer('call', { map, body: { Kind: 'Completed', CallRef: 'c', output: [1], usage } }),
    ).toMatchObject({
      kind: 'completed',
      callRef: 'c',
      output: [1],
      outputAt: ['output'],
      usage: { chargeState: 'paid', amount: PRICE },
    });
    expect(readAnswer('call', { map, body: { kind: 'reconciliation_required', callRef: 'c' } }).kind).toBe(
      'outcome_unknown',
    );
  });

  test('is told by its state where that is its discriminator', () => {
    const map = mapOf(
      'call',
      object({ id: text, status: { enum: ['queued', 'done', 'failed'] }, payload: {} }),
    );
    const kinds = ['queued', 'done', 'failed'].map((status) =>
      readAnswer('call', { map, body: { id: 'c', status, payload: 1 } }),
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['pending', 'completed', 'outcome_unknown']);
  });

  test('is told by its fields where it declares no discriminator', () => {
    const map = mapOf('call', object({ callId: text, output: {}, charge: AMOUNT }));
    expect(readAnswer('call', { map, body: { callId: 'c', output: {}, charge: PRICE } })).toMatchObject({
      kind: 'completed',
      usage: { amount: PRICE },
    });
    expect(readAnswer('call', { map, body: { callId: 'c' } })).toMatchObject({
      kind: 'pending',
      callRef: 'c',
    });
    expect(readAnswer('call', { map, body: {} }).kind).toBe('unreadable');
  });

  const PHASED = { callRef: text, phase: { enum: ['working', 'completed', 'failed'] }, answer: {} };

  test('is not bound where its output or its state is declared nowhere', () => {
    expect(whyNot('call', object({ ...PHASED, charge: AMOUNT }))).toContain('no output');
    expect(whyNot('call', object({ data: object({ callRef: text }), answer: {} }))).toContain('no output');
    expect(whyNot('callStatus', object({ ...PHASED, charge: AMOUNT }))).toContain('no state');
    expect(whyNot('callStatus', object({ callRef: text, retryAfterMs: { type: 'integer' } }))).toContain(
      'no state',
    );
    expect(whyNot('callStatus', object({ callRef: text, kind: text, answer: {} }))).toContain('no state');
  });

  test('is bound where it says that the order was accepted, and nothing else', () => {
    const retryAfterMs = { type: 'integer' };
    expect(whyNot('call', object({ callRef: text, retryAfterMs, toolRef: text }))).toBeNull();
    expect(whyNot('call', object({ data: object({ id: text, retryAfterMs }) }))).toBeNull();
    expect(whyNot('call', object({ callRef: text, status: text }))).toBeNull();
  });

  test('is bound where the user says what no known name has', () => {
    const [call, status] = (['call', 'callStatus'] as const).map((role) =>
      answerMapOf(role, [object(PHASED)], {}, { state: '/phase', output: '/answer' }),
    );
    const body = { callRef: 'c', phase: 'completed', answer: 1 };
    expect(call?.ok && readAnswer('call', { map: call.map, body })).toMatchObject({ output: 1 });
    expect(status?.ok && readAnswer('callStatus', { map: status.map, body })).toMatchObject({
      kind: 'found',
      state: 'completed',
      output: 1,
    });
  });
});

describe('the status of a Call', () => {
  test('is not bound where its states are declared in no known word, nor is the order, or no output is', () => {
    const status = (more: Record<string, unknown>) => object({ id: text, output: {}, ...more });
    for (const role of ['call', 'callStatus'] as const)
      for (const at of ['state', 'status'])
        expect(whyNot(role, status({ [at]: { enum: ['CALL_PENDING', 'CALL_REFUSED'] } }))).toBe(
          'its answer declares its state in a form that Milepost does not read',
        );
    // Of an end that it has no word for, nobody would learn.
    expect(whyNot('callStatus', status({ status: { enum: ['queued', 'SETTLED', 'failed'] } }))).toMatch(
      /state/u,
    );
    expect(whyNot('callStatus', status({ status: { enum: ['NEW', 'DONE'] } }))).toBeNull();
    expect(whyNot('callStatus', object({ id: text, status: text, output_url: text }))).toMatch(/output/u);
  });

  test('of which nothing is declared holds its result, in any case', () => {
    const body = {
      Kind: 'found',
      call_ref: 'c',
      State: 'done',
      Result: { KIND: 'completed', Call_Ref: 'c', Output: 1 },
    };
    expect(readAnswer('callStatus', { body })).toMatchObject({
      kind: 'found',
      callRef: 'c',
      result: { kind: 'completed', callRef: 'c', output: 1 },
    });
    expect(readAnswer('callStatus', { body: { ...body, Result: { KIND: 'perhaps' } } })).toMatchObject({
      kind: 'found',
      result: { kind: 'unreadable' },
    });
  });

  test.each([
    {},
    { type: 'object' },
    { type: ['object', 'null'] },
    { type: 'object', additionalProperties: true },
  ])(
    'holds at a result of which it declares %j a result of the shape seen live, or else the output',
    (result) => {
      const status = { enum: ['running', 'completed', 'failed'] };
      const map = mapOf('callStatus', object({ callRef: text, status, result, charge: AMOUNT }));
      const reading = (sent: unknown) =>
        readAnswer('callStatus', { map, body: { callRef: 'c', status: 'completed', result: sent } });
      for (const output of [{ data: [] }, { kind: 'flights', data: [] }, [1]])
        expect(reading(output)).toMatchObject({ kind: 'found', result: null, output, outputAt: ['result'] });
      expect(reading({ kind: 'completed', callRef: 'c', output: 1 })).toMatchObject({
        result: { kind: 'completed', output: 1 },
      });
      // One that says what it is, and lacks what that needs.
      expect(reading({ kind: 'completed', output: 1 })).toMatchObject({ result: { kind: 'unreadable' } });
      expect(reading(null)).toMatchObject({ kind: 'found', result: null, output: null, outputAt: null });
    },
  );

  test.each(['outcome', 'result', 'response', 'data'])(
    'holds an output beside its charge in an object that is called %s, as the order does',
    (name) => {
      const schema = object({
        callRef: text,
        status: { enum: ['running', 'completed'] },
        [name]: { anyOf: [object({ output: {}, charge: AMOUNT }), { type: 'null' }] },
      });
      const body = { callRef: 'c', status: 'completed', [name]: { output: [1], charge: PRICE } };
      for (const role of ['call', 'callStatus'] as const) {
        const map = mapOf(role, schema);
        expect(readAnswer(role, { map, body })).toMatchObject({
          callRef: 'c',
          output: [1],
          outputAt: [name, 'output'],
          usage: { amount: PRICE },
        });
        expect(readAnswer(role, { map, body: { ...body, status: 'running', [name]: null } })).toMatchObject({
          callRef: 'c',
          kind: role === 'call' ? 'pending' : 'found',
        });
      }
    },
  );

  test('that declares its result holds no other', () => {
    const result = object({ callRef: text, output: {} });
    const map = mapOf('callStatus', object({ callRef: text, status: text, result }));
    const body = { callRef: 'c', status: 'completed', result: { data: [] } };
    expect(readAnswer('callStatus', { map, body })).toMatchObject({ result: { kind: 'unreadable' } });
  });

  test('is not taken for its result, or for its receipt', () => {
    const schema = object({
      callId: text,
      state: text,
      result: object({ callId: text, state: text, output: {} }),
      receipt: object({ receiptId: text, callId: text, state: text, total: AMOUNT }),
    });
    const body = {
      callId: 'c',
      state: 'done',
      result: { callId: 'inner', state: 'x', output: 1 },
      receipt: { receiptId: 'r', callId: 'other', state: 'paid', total: PRICE },
    };
    expect(readAnswer('callStatus', { map: mapOf('callStatus', schema), body })).toMatchObject({
      kind: 'found',
      callRef: 'c',
      state: 'done',
      receipt: { receiptRef: 'r', state: 'paid', total: PRICE },
    });
  });

  test('of an unknown kind keeps what it says of the charge', () => {
    const usage = { chargeState: 'paid', amount: PRICE };
    const read = readAnswer('callStatus', { body: { kind: 'perhaps', callRef: 'c', usage } });
    expect(read).toMatchObject({ kind: 'unreadable', fits: { callRef: 'c', usage: { amount: PRICE } } });
    expect(moneyOf(read)).toMatchObject({ usage: { chargeState: 'paid' }, receipt: null });
  });
});

test('a record of JSON:API is read on both sides of its attributes', () => {
  const attributes = object({ price: AMOUNT, expiresAt: { type: 'integer' } });
  const map = mapOf('quote', object({ data: object({ type: { const: 'quotes' }, id: text, attributes }) }));
  const body = { data: { type: 'quotes', id: 'q', attributes: { price: PRICE, expiresAt: AT } } };
  expect(readAnswer('quote', { map, body })).toMatchObject({ quoteRef: 'q', price: PRICE, expiresAt: AT });
  const tools = object({
    data: { type: 'array', items: object({ id: text, attributes: object({ title: text }) }) },
  });
  const listed = { data: [{ id: 't', attributes: { title: 'Award seat search' } }] };
  const list = readAnswer('list', { map: mapOf('list', tools), body: listed });
  expect(list.kind === 'ok' && list.items.items).toMatchObject([
    { toolRef: 't', title: 'Award seat search' },
  ]);
});

describe('a list', () => {
  const tool = object({ toolRef: text, title: text, provider: object({ name: text }) });

  test.each<[string, unknown, (items: unknown[]) => unknown]>([
    ['alone', { type: 'array', items: tool }, (items) => items],
    ['in a wrapper', object({ data: { type: 'array', items: tool } }), (data) => ({ data })],
    [
      'in two wrappers',
      object({ response: object({ results: { type: 'array', items: tool }, total: { type: 'integer' } }) }),
      (results) => ({ response: { results, total: 1 } }),
    ],
  ])('is read %s', (_, schema, wrap) => {
    const body = wrap([{ toolRef: 't', title: 'T', provider: { name: 'P' }, more: 1 }, { title: 'none' }]);
    expect(readAnswer('list', { map: mapOf('list', schema), body })).toMatchObject({
      kind: 'ok',
      items: { sent: 2, items: [{ toolRef: 't', providerName: 'P', more: { more: 1 } }] },
    });
  });

  test('says what stands beside it and no declaration knows', () => {
    const map = mapOf(
      'list',
      object({
        kind: { enum: ['ok'] },
        schemaVersion: { const: 'v1' },
        remark: text,
        items: { type: 'array', items: tool },
        page: object({ hasMore: { type: 'boolean' }, unit: { enum: ['row'] }, size: { enum: [1, 2] } }),
      }),
    );
    const beside = (more: Record<string, unknown>) => {
      const body = {
        kind: 'ok',
        schemaVersion: 'v1',
        items: [],
        page: { hasMore: false, unit: 'row' },
        ...more,
      };
      const read = readAnswer('list', { map, body });
      return read.kind === 'unreadable' ? read.why : read.beside;
    };
    expect(beside({})).toBeNull();
    expect(beside({ skipped: 3 })).toBe('skipped');
    expect(beside({ remark: 'three were left out' })).toBe('remark');
    expect(beside({ note: {}, warnings: {} })).toBeNull();
    expect(beside({ page: { hasMore: false, omitted: true } })).toBe('omitted');
    expect(beside({ note: null, warnings: [] })).toBeNull();
  });

  test('ends where its next cursor is an empty text', () => {
    const declared = object({ items: { type: 'array', items: tool }, next_page_token: text });
    for (const map of [mapOf('list', declared), observedMap('list')]) {
      const page = {
        kind: 'ok',
        items: [{ toolRef: 't' }],
        next_page_token: '',
        pagination: { nextCursor: '' },
      };
      expect(readAnswer('list', { map, body: page })).toMatchObject({
        kind: 'ok',
        nextCursor: null,
        items: { sent: 1 },
      });
    }
  });

  test('of which no item is declared has items in the words of the contract', () => {
    const map = mapOf('list', object({ items: { type: 'array' } }));
    const items = [{ Tool_Ref: 't', display_price: PRICE }, { title: 'none' }, 7];
    expect(readAnswer('list', { map, body: { items } })).toMatchObject({
      items: { sent: 3, items: [{ toolRef: 't', displayPrice: PRICE, more: {} }] },
    });
  });

  test('is not bound where its items declare no reference', () => {
    expect(whyNot('list', object({ items: { type: 'array', items: object({ title: text }) } }))).toContain(
      'no list',
    );
  });
});

test('a schema that contains itself, or is huge, ends', () => {
  const self: Record<string, unknown> = object({ quoteRef: text });
  self.properties = { ...(self.properties as object), again: { $ref: '#' }, allOf: [{ $ref: '#' }] };
  expect(answerMapOf('quote', [{ $ref: '#' }], self).ok).toBe(false);
  const wide = object(
    Object.fromEntries(
      Array.from({ length: 5_000 }, (_, at) => [`m${at}`, object({ id: text, price: AMOUNT })]),
    ),
  );
  const other = (at: number) => ({ allOf: [wide, object({ [`n${at}`]: wide })] });
  const choices = Array.from({ length: 200 }, () => ({
    oneOf: Array.from({ length: 200 }, (_, at) => other(at)),
  }));
  expect(answerMapOf('callStatus', [{ allOf: choices }], {}).ok).toBe(false);
});

test('a map is shown in words', () => {
  expect(describeMap(observedMap('balance'))).toEqual([
    'available in /kind: available',
    'available amount: /available (amount)',
    'reserved: /reserved (amount)',
  ]);
  const lines = describeMap(observedMap('callList'));
  for (const line of [
    'list: /items (list)',
    'reference of the Call: /items/…/callRef (reference)',
    'charge state: /items/…/usage/chargeState (text)',
  ])
    expect(lines).toContain(line);
  expect(describeMap(mapOf('call', object({ callRef: text, output: {}, charge: AMOUNT })))).toEqual([
    'reference of the Call: /callRef (reference)',
    'output: /output (any)',
    'usage: /charge (amount)',
  ]);
  expect(describeMap(mapOf('list', { type: 'array', items: object({ toolRef: text }) }))).toEqual([
    'list: the answer (list)',
    'reference of the Tool: /…/toolRef (reference)',
  ]);
});

describe('what the user maps by hand', () => {
  const QUOTE = { quoteRef: text, expiresAt: { type: 'integer' } };
  const byHand = (role: AnswerRole, schema: unknown, choices: AnswerChoices) =>
    answerMapOf(role, [schema], {}, choices);
  const reading = (schema: unknown, choices: AnswerChoices, body: unknown) => {
    const made = byHand('quote', schema, choices);
    return made.ok ? readAnswer('quote', { map: made.map, body }) : made.why;
  };
  const quoted = { quoteRef: 'q', expiresAt: AT };

  test.each<[string, unknown, AnswerChoices, object]>([
    ['under another name', object({ ...QUOTE, tariff: AMOUNT }), { price: '/tariff' }, { tariff: PRICE }],
    [
      'within another object',
      object({ ...QUOTE, offer: object({ 'a/b~c': AMOUNT }) }),
      { price: '/offer/a~1b~0c' },
      { offer: { 'a/b~c': PRICE } },
    ],
    [
      'as a decimal text, with its currency elsewhere',
      object({ ...QUOTE, tariff: text, terms: object({ coin: text }) }),
      { price: '/tariff', 'price.currency': '/terms/coin' },
      { tariff: '0.022000', terms: { coin: 'USD' } },
    ],
    [
      'as units, with exponent and currency beside them',
      object({
        ...QUOTE,
        terms: object({
          tariff: object({ minor: { type: 'integer' }, digits: { type: 'integer' }, coin: text }),
        }),
      }),
      {
        price: '/terms/tariff/minor',
        'price.exponent': '/terms/tariff/digits',
        'price.currency': '/terms/tariff/coin',
      },
      { terms: { tariff: { minor: 22_000, digits: 6, coin: 'USD' } } },
    ],
  ])('is the price %s', (_, schema, choices, more) => {
    expect(reading(schema, {}, quoted)).toBe('its answer declares no price');
    expect(reading(schema, choices, { ...quoted, ...more })).toMatchObject({
      kind: 'committed',
      price: PRICE,
    });
    expect(reading(schema, choices, quoted)).toMatchObject({ kind: 'unreadable', field: 'price' });
  });

  test.each<[string, AnswerChoices]>([
    ['nothing is declared', { price: '/gone' }],
    ['a flag is', { price: '/flag' }],
    ['a text without a currency is', { price: '/tariff' }],
    ['a number is, which no amount may be', { price: '/rate', 'price.currency': '/coin' }],
    ['the currency is no text', { price: '/tariff', 'price.currency': '/flag' }],
    [
      'its exponent is in another object',
      { price: '/tariff', 'price.currency': '/coin', 'price.exponent': '/of/digits' },
    ],
  ])('is refused where %s', (_, choices) => {
    const schema = object({
      ...QUOTE,
      flag: { type: 'boolean' },
      tariff: text,
      coin: text,
      rate: { type: 'number' },
      of: object({ digits: { type: 'integer' } }),
    });
    expect(reading(schema, choices, quoted)).toBe('its answer declares no price');
  });

  test('is the list, and the reference in each of its items', () => {
    const schema = object({ wares: { type: 'array', items: object({ sku: text, title: text }) } });
    const choices = { items: '/wares', 'items.toolRef': '/sku' };
    const half = { items: '/wares' };
    expect(byHand('search', schema, half)).toMatchObject({ ok: false });
    const placesOf = (chosen: AnswerChoices) =>
      answerFieldsOf('search', [schema], {}, chosen).map(({ name, at }) => [name, at]);
    expect(placesOf({})).toEqual([['items', null]]);
    expect(placesOf(half)).toEqual([
      ['items', '/wares'],
      ['items.toolRef', null],
    ]);
    const made = byHand('search', schema, choices);
    if (!made.ok) throw new Error(made.why);
    const body = { wares: [{ sku: 't1', title: 'One' }] };
    expect(readAnswer('search', { map: made.map, body })).toMatchObject({
      kind: 'ok',
      items: { items: [{ toolRef: 't1', title: 'One' }] },
    });
    expect(answerFieldsOf('search', [schema], {}, choices)).toEqual([
      {
        name: 'items',
        label: 'list',
        needed: true,
        at: '/wares',
        options: [{ pointer: '/wares', type: 'list' }],
      },
      {
        name: 'items.toolRef',
        label: 'reference of the Tool in the list',
        needed: true,
        at: '/sku',
        options: ['/sku', '/title'].map((pointer) => ({ pointer, type: 'text' })),
      },
    ]);
    const derived = object({
      other: { type: 'array', items: object({ flag: { type: 'boolean' } }) },
      items: { type: 'array', items: object({ toolRef: text, flag: { type: 'boolean' } }) },
    });
    expect(
      answerFieldsOf('search', [derived], {}, {}).map(({ at, options }) => [at, options.length]),
    ).toEqual([
      ['/items', 2],
      ['/toolRef', 1],
    ]);
  });

  test('is offered among what is declared, beside what was found', () => {
    const schema = object({ ...QUOTE, tariff: text, terms: object({ coin: text }) });
    const fields = answerFieldsOf('quote', [schema], {}, {});
    expect(fields.map(({ name, at }) => [name, at])).toEqual([
      ['quoteRef', '/quoteRef'],
      ['price', null],
      ['expiresAt', '/expiresAt'],
    ]);
    expect(fields[1]?.options).toEqual([
      { pointer: '/quoteRef', type: 'text' },
      { pointer: '/expiresAt', type: 'number' },
      { pointer: '/tariff', type: 'text' },
      { pointer: '/terms', type: 'object' },
      { pointer: '/terms/coin', type: 'text' },
    ]);
    const choices = {
      price: '/tariff',
      'price.currency': '/terms/coin',
      'price.exponent': '/gone',
      other: '/tariff',
    };
    const further = answerFieldsOf('quote', [schema], {}, choices);
    expect(further.map(({ name, needed, at }) => [name, needed, at])).toEqual([
      ['quoteRef', true, '/quoteRef'],
      ['price', true, '/tariff'],
      ['price.currency', true, '/terms/coin'],
      ['price.exponent', false, '/gone'],
      ['expiresAt', true, '/expiresAt'],
    ]);
    expect(cleanChoices(further, choices)).toEqual({ price: '/tariff', 'price.currency': '/terms/coin' });
    expect(answerFieldsOf('quote', [{ type: 'object' }], {}, {})).toEqual([]);
  });
});
