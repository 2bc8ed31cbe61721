import { expect, test, vi } from 'vitest';
import { declaredShapes, onlyValue } from '../service/declared-shape.ts';
import { bindRoles } from './binding.ts';
import { readDocument } from './document.ts';

/**
 * Every role looks into every operation, and a legal document may have thousands: 1,900 once took a minute. What is
 * counted is work, since seconds depend on the machine: how often a schema is read, and how often a name is lowered, as before every comparison.
 */

const work = { reads: 0 };

/** A schema that counts how often it, and all in it, is read. */
function counted<Schema extends object>(schema: Schema): Schema {
  const inner = Object.entries(schema).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? counted(value as object) : value,
  ]);
  const read = <Read>(found: Read): Read => {
    work.reads += 1;
    return found;
  };
  return new Proxy(
    (Array.isArray(schema) ? Object.values(Object.fromEntries(inner)) : Object.fromEntries(inner)) as Schema,
    {
      get: (target, name) => read(Reflect.get(target, name)),
      ownKeys: (target) => read(Reflect.ownKeys(target)),
    },
  );
}

const MEMBERS = 30;
/** Names that are too long to be remembered as folded. */
const nameOf = (at: number): string => `m${at}${'x'.repeat(60)}`;
/** With those of the objects in it: each sixth member has four. */
const NAMES = MEMBERS + (MEMBERS / 6) * 4;
const ALL_WORDS = 'list.search.describe.compare.quote.call.status.cancel.account.balance';

/** Bodies, by how they refer to their schema. */
const BODIES = {
  'a schema of their own': (name: string): object => ({ $ref: `#/components/schemas/${name}` }),
  'one schema for all': (): object => ({ $ref: '#/components/schemas/S0' }),
  'definitions of their own': (name: string): object => ({
    $defs: { own: { $anchor: 'own', $ref: `#/components/schemas/${name}` } },
    $ref: '#own',
  }),
};
type Bodies = keyof typeof BODIES;

/** Operations that say a word of every role, with bodies of `MEMBERS` members and some objects in them. */
function bind(operations: number, bodies: Bodies) {
  const text = { type: 'string', description: 'What it is for.' };
  const object = {
    type: 'object',
    properties: {
      [nameOf(100)]: text,
      [nameOf(101)]: { type: 'object', properties: { id: text, ref: text } },
    },
  };
  const schemas = Object.fromEntries(
    Array.from({ length: operations }, (_, at) => [
      `S${at}`,
      counted({
        type: 'object',
        required: [nameOf(1)],
        properties: Object.fromEntries(
          Array.from({ length: MEMBERS }, (_member, n) => [nameOf(n), n % 6 === 5 ? object : text]),
        ),
      }),
    ]),
  );
  const paths = Object.fromEntries(
    Object.keys(schemas).map((name) => [
      `/tools/${name}`,
      {
        post: {
          operationId: `tool.${name}.${ALL_WORDS}`,
          requestBody: {
            content: { 'application/json': { schema: BODIES[bodies](name) } },
          },
        },
      },
    ]),
  );
  const read = readDocument(
    { openapi: '3.1.0', paths, components: { schemas } },
    new URL('https://m.example/'),
  );
  if (!read.ok) throw new Error(read.why);
  work.reads = 0;
  const lowerings = loweringsOf(() => bindRoles({ document: read.document, basePath: '', manual: {} }));
  return { lowerings, reads: work.reads };
}

/** How often a name or a word is put in lower case: whatever compares them does so first. */
function loweringsOf(bind: () => unknown): number {
  let lowerings = 0;
  const { toLowerCase } = String.prototype;
  const folding = vi.spyOn(String.prototype, 'toLowerCase').mockImplementation(function (this: string) {
    lowerings += 1;
    return toLowerCase.call(this);
  });
  bind();
  folding.mockRestore();
  return lowerings;
}

/** What each further operation costs, when the document grows from `from` to `to`. */
function costOfEach(from: number, to: number, bodies: Bodies) {
  const [fewer, more] = [bind(from, bodies), bind(to, bodies)];
  return {
    lowerings: (more.lowerings - fewer.lowerings) / (to - from),
    reads: (more.reads - fewer.reads) / (to - from),
  };
}

test.each(Object.keys(BODIES) as Bodies[])(
  'operations with %s cost the same each, however many there are',
  (bodies) => {
    const [few, many] = [costOfEach(20, 40, bodies), costOfEach(80, 160, bodies)];
    expect(many.lowerings).toBeLessThanOrEqual(few.lowerings * 1.2);
    expect(many.reads).toBeLessThanOrEqual(few.reads * 1.2);
  },
);

test('an operation is read once, not once for each role and member', () => {
  const each = costOfEach(20, 40, 'a schema of their own');
  expect(each.lowerings).toBeLessThan(8 * NAMES);
  expect(each.reads).toBeLessThan(30 * NAMES);
});

test('what a schema declares is read once, not once for each operation that has it', () => {
  const own = costOfEach(20, 40, 'a schema of their own');
  const shared = costOfEach(20, 40, 'one schema for all');
  expect(shared.lowerings).toBeLessThanOrEqual(own.lowerings - NAMES);
  expect(shared.reads).toBeLessThan(own.reads / 2);
});

test('no operation is searched for words without end', () => {
  const post = {
    operationId: 'x'.repeat(1e6),
    summary: 'aB '.repeat(1e6),
    tags: Array<string>(1e5).fill('tag'),
  };
  const read = readDocument({ openapi: '3.1.0', paths: { '/x': { post } } }, new URL('https://m.example/'));
  if (!read.ok) throw new Error(read.why);
  expect(loweringsOf(() => bindRoles({ document: read.document, basePath: '', manual: {} }))).toBeLessThan(
    500,
  );
});

test('the values of a long enumeration are not compared with each other', () => {
  const values = Array.from({ length: 2_000 }, (_, at) => counted({ at }));
  work.reads = 0;
  expect(onlyValue(declaredShapes({})({ enum: values }))).toBeNull();
  expect(work.reads).toBeLessThan(2 * values.length);
});
