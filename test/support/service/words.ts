import { MEMBERS, type MemberName } from '../../../electron/marketplace/service/member-names.ts';
import { readAnswer } from '../../../electron/marketplace/service/read-answer.ts';
import type { AnswerRole } from '../../../electron/marketplace/service/vocabulary.ts';
import { Given, type Members } from './core.ts';
import { type Draw, pick, writtenAnswers } from './written-answers.ts';

type Place = 'path' | 'query' | 'header' | 'body';
type Taken = { member: MemberName; place: Place; name: string; required: boolean };
type Operation = {
  role: AnswerRole | 'cancel';
  id: string;
  method: string;
  path: string;
  needsKey: boolean;
  members: readonly Taken[];
  answer: ReturnType<ReturnType<typeof writtenAnswers>['answer']>;
};

/** A request as it is sent. */
export type HttpRequest = { method: string; url: URL; headers: Headers; text: string };

const SCHEMAS: Readonly<Partial<Record<MemberName, Members>>> = {
  input: { type: 'object' },
  limit: { type: 'integer', minimum: 1, maximum: 50 },
  toolRefs: { type: 'array', items: { type: 'string' }, maxItems: 4 },
  afterVersion: { type: 'integer' },
};

/** An answer as seen live, with its own spelling of names; what is given it stays as it is. */
function spelled(value: unknown, spell: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => spelled(one, spell));
  if (typeof value !== 'object' || value === null || value instanceof Given) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [spell(name), spelled(one, spell)]));
}

/** The operations of a service with words of its own for what it offers and for what is done with it (§4). */
function operationsOf(
  draw: Draw,
  written: ReturnType<typeof writtenAnswers>,
  input: Odd['input'],
): Operation[] {
  const { spell } = written;
  const join = pick(draw, ['.', '_', '-']);
  const base = pick(draw, ['/v3', '/api/v2', '/api/v1']);
  const [one, many] = pick(draw, [
    ['tool', 'tools'],
    ['offering', 'offerings'],
    ['capability', 'capabilities'],
    ['service', 'services'],
  ] as const);
  const [run, runs] = pick(draw, [
    ['call', 'calls'],
    ['execution', 'executions'],
    ['run', 'runs'],
  ] as const);
  const isRest = draw(2) === 0;
  const taken = (member: MemberName, place: Place, required = true): Taken => {
    const name = spell(pick(draw, MEMBERS[member]));
    return { member, place, required, name: place === 'header' ? 'Idempotency-Key' : name };
  };
  const operation = (
    role: Operation['role'],
    id: readonly string[],
    [method, path]: readonly [string, string],
    members: readonly Taken[] = [],
    needsKey = true,
  ): Operation => ({
    role,
    id: id.join(join),
    method,
    path,
    needsKey,
    members,
    // What became of a Call is told as by its status.
    answer: role === 'callStatus' || role === 'cancel' ? ofStatus : written.answer(role),
  });
  const ofStatus = written.answer('callStatus');
  const exact = (member: MemberName): Taken => ({ member, place: 'body', required: true, name: member });
  const [described, status] = [
    taken('toolRef', isRest ? 'path' : 'body'),
    taken('callRef', isRest ? 'path' : 'body'),
  ];
  const inQuery = isRest ? 'query' : 'body';
  const keyAt = pick(draw, ['header', 'body'] as const);
  return [
    operation('freshness', ['catalogue', 'status'], ['GET', '/api/v1/catalogue-status'], [], false),
    operation(
      'search',
      [many, 'search'],
      ['POST', '/api/v1/market-tools/search'],
      [exact('query'), taken('limit', 'body', false)],
      false,
    ),
    operation(
      'list',
      [many, 'list'],
      isRest ? ['GET', `${base}/${many}`] : ['POST', `${base}/${many}/list`],
      [taken('limit', inQuery, false), taken('cursor', inQuery, false)],
      false,
    ),
    operation(
      'describe',
      [many, 'describe'],
      isRest ? ['GET', `${base}/${many}/{${described.name}}`] : ['POST', `${base}/${many}/describe`],
      [described],
      false,
    ),
    operation(
      'compare',
      [many, 'compare'],
      ['POST', `${base}/${many}/compare`],
      [taken('toolRefs', 'body')],
      false,
    ),
    operation(
      'quote',
      [one, 'quote'],
      ['POST', `${base}/quotes`],
      [
        taken('toolRef', 'body'),
        input === null ? taken('input', 'body') : { ...exact('input'), name: input },
      ],
    ),
    operation(
      'call',
      [one, pick(draw, ['call', 'execute', 'invoke'])],
      ['POST', `${base}/${runs}`],
      [taken('quoteRef', 'body'), taken('idempotencyKey', keyAt)],
    ),
    operation(
      'callList',
      [runs, 'list'],
      ['GET', `${base}/${runs}`],
      [taken('limit', 'query', false), taken('cursor', 'query', false)],
    ),
    operation(
      'callStatus',
      [run, 'status'],
      isRest ? ['GET', `${base}/${runs}/{${status.name}}`] : ['POST', `${base}/${runs}/status`],
      [status, taken('afterVersion', inQuery, false)],
    ),
    operation(
      'cancel',
      [run, 'cancel'],
      ['POST', isRest ? `${base}/${runs}/{${status.name}}/cancel` : `${base}/${runs}/cancel`],
      [status, taken('idempotencyKey', 'body')],
    ),
    operation('account', ['account', 'read'], ['GET', `${base}/me`]),
    operation('balance', ['account', 'balance'], ['GET', `${base}/me/funds`]),
  ];
}

const schemaOf = (member: MemberName, { schemas = {} }: Odd): Members =>
  schemas[member] ?? SCHEMAS[member] ?? { type: 'string' };

const parametersOf = (members: readonly Taken[], odd: Odd) =>
  members
    .filter(({ place }) => place !== 'body')
    .map(({ member, place, name, required }) => ({
      name,
      in: place,
      required,
      schema: schemaOf(member, odd),
    }));

function bodySchema(members: readonly Taken[], odd: Odd): Members | null {
  const own = members.filter(({ place }) => place === 'body');
  return own.length === 0
    ? null
    : {
        type: 'object',
        additionalProperties: false,
        required: [
          ...own.filter(({ required }) => required).map(({ name }) => name),
          ...(odd.hasVersion ? ['schemaVersion'] : []),
        ],
        properties: {
          ...Object.fromEntries(own.map(({ member, name }) => [name, schemaOf(member, odd)])),
          ...(odd.hasVersion && { schemaVersion: VERSION }),
        },
      };
}

/** What only some services declare. */
type Odd = {
  /** The name of a Tool's input that no rule knows; null where it is one of the vocabulary. */
  input: string | null;
  schemas?: Readonly<Partial<Record<MemberName, Members>>>;
  /** Whether every body needs a member of one legal value. */
  hasVersion: boolean;
  /** Whether what needs a key is declared by schemes alone. */
  isSilentOfKeys: boolean;
  /** Operations that Milepost does not use. */
  further: number;
};
const NOTHING_ODD: Odd = { input: null, hasVersion: false, isSilentOfKeys: false, further: 0 };
const VERSION = { type: 'string', const: 'purchase:v1' };

/** One in eight of each; nothing where only zeros are drawn. */
function oddOf(draw: Draw): Odd {
  const isDrawn = (): boolean => draw(8) === 7;
  return {
    input: isDrawn() ? 'arguments' : null,
    schemas: {
      ...(isDrawn() && { afterVersion: { type: 'string' } }),
      ...(isDrawn() && { afterVersion: { type: 'string', pattern: '^v[0-9]+$' } }),
      ...(isDrawn() && { limit: { type: 'integer', exclusiveMaximum: 50, multipleOf: 7 } }),
    },
    hasVersion: isDrawn(),
    isSilentOfKeys: isDrawn(),
    further: isDrawn() ? 400 : 0,
  };
}

/** More to read than a document of this service needs: 400 of them are about a megabyte. */
const furtherPaths = (many: number): Members =>
  Object.fromEntries(
    Array.from({ length: many }, (_, at) => [
      `/api/v1/further/${at}/{part}`,
      {
        get: {
          operationId: `further.part${at}`,
          summary: `A further part, ${at}`,
          description: 'Further words about it. '.repeat(100),
          parameters: [{ name: 'part', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: 'A part' } },
        },
      },
    ]),
  );

/** The members of a request; null where it has one that is not declared, or lacks one. */
function membersOf({ path, members }: Operation, { url, headers, text }: HttpRequest, odd: Odd) {
  const { schemaVersion, ...body }: Members = text === '' ? {} : JSON.parse(text);
  if (odd.hasVersion && text !== '' && schemaVersion !== VERSION.const) return null;
  const segments = url.pathname.split('/');
  const valueAt: Record<Place, (name: string) => unknown> = {
    path: (name) => decodeURIComponent(segments[path.split('/').indexOf(`{${name}}`)] ?? ''),
    query: (name) => url.searchParams.get(name) ?? undefined,
    header: (name) => headers.get(name) ?? undefined,
    body: (name) => body[name],
  };
  const names = (place: Place) => members.filter((one) => one.place === place).map(({ name }) => name);
  const isStrange =
    Object.keys(body).some((name) => !names('body').includes(name)) ||
    [...url.searchParams.keys()].some((name) => !names('query').includes(name));
  const found = members.map(({ member, place, name }) => [member, valueAt[place](name)] as const);
  const lacks = members.some(({ required }, index) => required && found[index]?.[1] === undefined);
  return isStrange || lacks ? null : (Object.fromEntries(found) as Members);
}

const matches = ({ method, path }: Operation, request: string, pathname: string): boolean =>
  method === request && new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(pathname);

export type Words = ReturnType<typeof wordsOf>;

/**
 * What a service calls things, where it takes and puts them, and the document that declares it: all of it or, of its
 * answers, nothing.
 * @param mayBeOdd whether it may need a hand to be used, or be more than a user meets
 */
export function wordsOf(draw: Draw, mayBeOdd = false) {
  const written = writtenAnswers(draw, true);
  /** What is declared of every answer of one that declares nothing. */
  const undeclared = pick(draw, [null, null, {}, { type: 'object' }]);
  const odd = mayBeOdd ? oddOf(draw) : NOTHING_ODD;
  const operations = operationsOf(draw, written, odd.input);
  const openapi = pick(draw, ['3.1.0', '3.0.3']);
  const success = pick(draw, ['200', '201', '2XX', 'default']);
  const contentType = pick(draw, ['application/json', 'application/vnd.market.v2+json']);
  const answerSchema = ({ answer }: Operation): unknown => undeclared ?? answer.schema;

  function document(origin: string): string {
    const paths: Record<string, Members> = furtherPaths(odd.further) as Record<string, Members>;
    for (const operation of operations) {
      const { id, method, path, needsKey, members } = operation;
      const schema = bodySchema(members, odd);
      paths[path] = {
        ...paths[path],
        [method.toLowerCase()]: {
          operationId: id,
          ...(odd.isSilentOfKeys ? {} : { security: needsKey ? [{ key: [] }] : [] }),
          parameters: parametersOf(members, odd),
          ...(schema && { requestBody: { required: true, content: { 'application/json': { schema } } } }),
          responses: {
            [success]: {
              description: 'Done',
              content: { [contentType]: { schema: answerSchema(operation) } },
            },
          },
        },
      };
    }
    return JSON.stringify({
      openapi,
      info: { title: 'A service', version: '1' },
      servers: [{ url: origin }],
      components: { schemas: written.schemas, securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
      paths,
    });
  }

  return {
    ids: new Map(operations.map(({ role, id }) => [role, id])),
    needed: written.needed,
    contentType,
    document,
    /** The operation that a request is for, with its members; null for those that the document does not allow. */
    read(request: HttpRequest) {
      const operation = operations.find((one) => matches(one, request.method, request.url.pathname));
      return operation && { ...operation, members: membersOf(operation, request, odd) };
    },
    /** An answer as seen live in the words of this service. */
    write(role: Operation['role'], body: unknown, beside: Members): unknown {
      const operation = operations.find((one) => one.role === role);
      if (undeclared !== null || operation === undefined)
        return { ...(spelled(body, written.spell) as Members), ...beside };
      return operation.answer.write(readAnswer(role === 'cancel' ? 'callStatus' : role, { body }), beside);
    },
    /** Its public operations as tools (MCP). */
    tools: () =>
      operations
        .filter(({ needsKey }) => !needsKey)
        .map((operation) => ({
          name: operation.id,
          description: '',
          inputSchema: bodySchema(
            operation.members.map((one) => ({ ...one, place: 'body' })),
            { ...odd, hasVersion: false },
          ) ?? { type: 'object' },
          outputSchema: {
            type: 'object',
            ...(answerSchema(operation) as Members),
            components: { schemas: written.schemas },
          },
          annotations: { readOnlyHint: true },
        })),
    /** A request to the tool of this name. */
    toolRequest(name: unknown, given: Members) {
      const operation = operations.find((one) => one.id === name);
      return (
        operation && {
          role: operation.role,
          members: Object.fromEntries(operation.members.map(({ member, name: own }) => [member, given[own]])),
        }
      );
    },
  };
}
