import { expect, test, vi } from 'vitest';
import { bindRoles } from './binding.ts';
import { readDocument } from './document.ts';

/**
 * Every role looks into every operation, and a legal document may have thousands: 1,900 once took a minute. What is
 * counted is work, since seconds depend on the machine: how often a schema is read, and how often a name is folded.
 */

const work = { folds: 0, reads: 0 };

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
/** With those of the objects in it: each sixth member has four. */
const NAMES = MEMBERS + (MEMBERS / 6) * 4;
const ALL_WORDS = 'list.search.describe.compare.quote.call.status.cancel.reconcile.account.balance';

/** Operations that say a word of every role, with bodies of `MEMBERS` members and some objects in them. */
function bind(operations: number) {
  const text = { type: 'string', description: 'What it is for.' };
  const object = {
    type: 'object',
    properties: { a: text, b: { type: 'object', properties: { id: text, ref: text } } },
  };
  const schemas = Object.fromEntries(
    Array.from({ length: operations }, (_, at) => [
      `S${at}`,
      counted({
        type: 'object',
        required: ['m1'],
        properties: Object.fromEntries(
          Array.from({ length: MEMBERS }, (_member, n) => [`m${n}`, n % 6 === 5 ? object : text]),
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
            content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
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
  Object.assign(work, { folds: 0, reads: 0 });
  const { toLowerCase } = String.prototype;
  // Whatever compares a name or its words folds it first.
  const folding = vi.spyOn(String.prototype, 'toLowerCase').mockImplementation(function (this: string) {
    work.folds += 1;
    return toLowerCase.call(this);
  });
  bindRoles({ document: read.document, basePath: '', manual: {} });
  folding.mockRestore();
  return { ...work };
}

/** What each further operation costs, when the document grows from `from` to `to`. */
function costOfEach(from: number, to: number) {
  const [fewer, more] = [bind(from), bind(to)];
  return {
    folds: (more.folds - fewer.folds) / (to - from),
    reads: (more.reads - fewer.reads) / (to - from),
  };
}

test('binding does the same work for each operation, however many there are', () => {
  const [few, many] = [costOfEach(20, 40), costOfEach(80, 160)];
  expect(many.folds).toBeLessThan(few.folds * 1.1);
  expect(many.reads).toBeLessThan(few.reads * 1.1);
});

test('binding reads an operation once, not once for each role and member', () => {
  const each = costOfEach(20, 40);
  expect(each.folds).toBeLessThan(8 * NAMES);
  expect(each.reads).toBeLessThan(30 * NAMES);
});
