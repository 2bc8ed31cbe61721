import type { ServerResponse } from 'node:http';
import { MEMBERS, type MemberName } from '../../../electron/marketplace/service/member-names.ts';
import { readAnswer } from '../../../electron/marketplace/service/read-answer.ts';
import type { AnswerRole } from '../../../electron/marketplace/service/vocabulary.ts';
import { json, type LocalServer, startLocalServer } from '../../integration/marketplace/local-server.ts';
import type { Books } from './books.ts';
import { NOT_ITS_OWN } from './dialect.ts';
import { scriptedDraws } from './draws.ts';
import { createService } from './service.ts';
import { type Draw, pick, writtenAnswers } from './written-answers.ts';

type Members = Record<string, unknown>;
type Place = 'path' | 'query' | 'header' | 'body';
type Taken = { member: MemberName; place: Place; name: string; required: boolean };
type Operation = {
  role: AnswerRole;
  id: string;
  method: string;
  path: string;
  needsKey: boolean;
  members: readonly Taken[];
  answer: ReturnType<ReturnType<typeof writtenAnswers>['answer']>;
};

export const STRANGERS_KEY = 'key-A-of-a-stranger-000001';

const SCHEMAS: Readonly<Partial<Record<MemberName, Members>>> = {
  input: { type: 'object' },
  limit: { type: 'integer', minimum: 1, maximum: 50 },
  toolRefs: { type: 'array', items: { type: 'string' }, maxItems: 4 },
  afterVersion: { type: 'integer' },
};

/** An answer as seen live, with its own spelling of names; what is given it stays as it is. */
function spelled(value: unknown, spell: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => spelled(one, spell));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      spell(name),
      NOT_ITS_OWN.has(name) ? one : spelled(one, spell),
    ]),
  );
}

/** The operations of a service with words of its own for what it offers and for what is done with it (§4). */
function operationsOf(draw: Draw, written: ReturnType<typeof writtenAnswers>): Operation[] {
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
    role: AnswerRole,
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
    answer: written.answer(role),
  });
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
      [taken('toolRef', 'body'), taken('input', 'body')],
    ),
    operation(
      'call',
      [one, pick(draw, ['call', 'execute', 'invoke'])],
      ['POST', `${base}/${runs}`],
      [taken('quoteRef', 'body'), taken('idempotencyKey', keyAt)],
    ),
    operation('callList', [runs, 'list'], ['GET', `${base}/${runs}`], [taken('limit', 'query', false)]),
    operation(
      'callStatus',
      [run, 'status'],
      isRest ? ['GET', `${base}/${runs}/{${status.name}}`] : ['POST', `${base}/${runs}/status`],
      [status],
    ),
    operation('account', ['account', 'read'], ['GET', `${base}/me`]),
    operation('balance', ['account', 'balance'], ['GET', `${base}/me/funds`]),
  ];
}

const parametersOf = (members: readonly Taken[]) =>
  members
    .filter(({ place }) => place !== 'body')
    .map(({ member, place, name, required }) => ({
      name,
      in: place,
      required,
      schema: SCHEMAS[member] ?? { type: 'string' },
    }));

function bodySchema(members: readonly Taken[]): Members | null {
  const own = members.filter(({ place }) => place === 'body');
  return own.length === 0
    ? null
    : {
        type: 'object',
        additionalProperties: false,
        required: own.filter(({ required }) => required).map(({ name }) => name),
        properties: Object.fromEntries(
          own.map(({ member, name }) => [name, SCHEMAS[member] ?? { type: 'string' }]),
        ),
      };
}

/** How it declares an answer: under which status, and as which form of JSON. */
type Declared = { success: string; type: string };

function documentOf(
  version: string,
  origin: string,
  operations: readonly Operation[],
  schemas: Members,
  { success, type }: Declared,
) {
  const paths: Record<string, Members> = {};
  for (const { id, method, path, needsKey, members, answer } of operations) {
    const schema = bodySchema(members);
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId: id,
        security: needsKey ? [{ key: [] }] : [],
        parameters: parametersOf(members),
        ...(schema && { requestBody: { required: true, content: { 'application/json': { schema } } } }),
        responses: { [success]: { description: 'Done', content: { [type]: { schema: answer.schema } } } },
      },
    };
  }
  return {
    openapi: version,
    info: { title: 'A stranger', version: '1' },
    servers: [{ url: origin }],
    components: { schemas, securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}

/** The members of a request; null where it has one that is not declared, or lacks one. */
function membersOf({ path, members }: Operation, url: URL, headers: Members, text: string): Members | null {
  const body: Members = text === '' ? {} : JSON.parse(text);
  const segments = url.pathname.split('/');
  const valueAt: Record<Place, (name: string) => unknown> = {
    path: (name) => decodeURIComponent(segments[path.split('/').indexOf(`{${name}}`)] ?? ''),
    query: (name) => url.searchParams.get(name) ?? undefined,
    header: (name) => headers[name.toLowerCase()],
    body: (name) => body[name],
  };
  const names = (place: Place) => members.filter((one) => one.place === place).map(({ name }) => name);
  const isStrange =
    Object.keys(body).some((name) => !names('body').includes(name)) ||
    [...url.searchParams.keys()].some((name) => !names('query').includes(name));
  const found = members.map(({ member, place, name }) => [member, valueAt[place](name)] as const);
  const lacks = members.some(({ required }, index) => required && found[index]?.[1] === undefined);
  return isStrange || lacks ? null : Object.fromEntries(found);
}

const matches = ({ method, path }: Operation, request: string, pathname: string): boolean =>
  method === request && new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(pathname);

export type Stranger = LocalServer & {
  books: Books;
  ids: ReadonlyMap<AnswerRole, string>;
  /** Changes the answers of a role from now on; null: none. A Tool's output within is not seen. */
  alter(how: { role: AnswerRole; by: (body: unknown) => unknown } | null): void;
};

/**
 * A drawn service, over HTTP and MCP, that declares all of itself or, of its answers, nothing. What it does is what the
 * one service does; what it calls things, and where it takes and puts them, is its own.
 */
export async function startStranger(draw: Draw): Promise<Stranger> {
  const written = writtenAnswers(draw, true);
  /** What is declared of every answer of one that declares nothing. */
  const undeclared = pick(draw, [null, null, {}, { type: 'object' }]);
  const operations = operationsOf(draw, written).map((operation) =>
    undeclared === null ? operation : { ...operation, answer: { ...operation.answer, schema: undeclared } },
  );
  const version = pick(draw, ['3.1.0', '3.0.3']);
  const declared = {
    success: pick(draw, ['200', '201', '2XX', 'default']),
    type: pick(draw, ['application/json', 'application/vnd.market.v2+json']),
  };
  const books: Books = { quotes: new Map(), calls: [], others: [] };
  let altered: Parameters<Stranger['alter']>[0] = null;
  let service: ReturnType<typeof createService> | undefined;

  function answerTo(
    operation: Operation,
    members: Members,
    key: string | null,
  ): { status: number; body: unknown } {
    service ??= createService({ origin: server.url, now: Date.now, draws: scriptedDraws(() => ({})), books });
    const { role, answer } = operation;
    const { status, text } = service.answer({
      role,
      key,
      method: '',
      path: `/api/v1/calls/${members.callRef}`,
      query: new URLSearchParams(members.cursor === undefined ? {} : { cursor: String(members.cursor) }),
      body: members,
    });
    const plain: unknown = JSON.parse(text);
    if (status >= 400) return { status, body: plain };
    const outputs: unknown[] = [];
    const hidden = JSON.parse(text, (name, value) =>
      name === 'output' ? `output ${outputs.push(value) - 1}` : value,
    );
    const body =
      undeclared === null ? answer.write(readAnswer(role, { body: hidden })) : spelled(hidden, written.spell);
    const sent = altered?.role === role ? altered.by(body) : body;
    const shown = JSON.stringify(sent).replace(/"output (\d+)"/g, (_, at) => JSON.stringify(outputs[at]));
    return { status, body: JSON.parse(shown) };
  }

  function overMcp({ id, method, params }: { id?: unknown; method: string; params?: Members }): unknown {
    const result = (): unknown => {
      if (method === 'initialize')
        return {
          protocolVersion: params?.protocolVersion,
          serverInfo: { name: 'stranger', version: '1' },
          capabilities: { tools: {} },
        };
      if (method === 'tools/list')
        return {
          tools: operations
            .filter(({ needsKey }) => !needsKey)
            .map(({ id: name, members, answer }) => ({
              name,
              description: '',
              inputSchema: bodySchema(members.map((one) => ({ ...one, place: 'body' }))) ?? {
                type: 'object',
              },
              outputSchema: {
                type: 'object',
                ...(answer.schema as Members),
                components: { schemas: written.schemas },
              },
              annotations: { readOnlyHint: true },
            })),
        };
      const operation = operations.find((one) => one.id === params?.name) as Operation;
      const given = (params?.arguments ?? {}) as Members;
      const members = Object.fromEntries(operation.members.map(({ member, name }) => [member, given[name]]));
      return { structuredContent: answerTo(operation, members, null).body, content: [] };
    };
    return { jsonrpc: '2.0', id, result: result() };
  }

  const refuse = (response: ServerResponse, status: number, code: string) =>
    json(response, status, { title: code, status, code });
  const server = await startLocalServer((request, response) => {
    const url = new URL(request.url, 'http://stranger.example');
    if (url.pathname === '/openapi.json')
      return json(response, 200, documentOf(version, server.url, operations, written.schemas, declared));
    if (url.pathname === '/mcp') {
      if (request.method !== 'POST') return refuse(response, 405, 'no_stream');
      const message = JSON.parse(request.body);
      return message.id === undefined
        ? void response.writeHead(202).end()
        : json(response, 200, overMcp(message));
    }
    const operation = operations.find((one) => matches(one, request.method, url.pathname));
    if (operation === undefined) return refuse(response, 404, 'no_such_path');
    const key = request.headers.authorization?.replace(/^Bearer /, '') ?? null;
    if ((key !== null) !== operation.needsKey) return refuse(response, 401, 'key');
    const members = membersOf(operation, url, request.headers, request.body);
    if (members === null) return refuse(response, 400, 'undeclared_request');
    const { status, body } = answerTo(operation, members, key);
    return json(response, status, body, status < 400 ? { 'content-type': declared.type } : {});
  });
  return {
    ...server,
    books,
    ids: new Map(operations.map(({ role, id }) => [role, id])),
    alter: (how) => {
      altered = how;
    },
  };
}
