import { brokenAnswer } from './broken.ts';
import { connectionsOf } from './connections.ts';
import { Given, type Members, type Said, type ServiceOptions } from './core.ts';
import { createService, type PlainService } from './service.ts';
import type { HttpRequest, Words } from './words.ts';

/** An answer as it is sent. */
export type Answered = Pick<Said, 'status' | 'headers' | 'wait' | 'final' | 'reached'> & { text: string };

export type Service = Omit<PlainService, 'answer' | 'core'> & {
  /** Its operations by their roles. */
  readonly ids: ReadonlyMap<string, string>;
  /** The role and members of a request, as the service understands it. */
  read(request: HttpRequest): { role: string; members: Members };
  answer(request: HttpRequest): Answered;
  /** Changes the answers of a role from now on; null: none. What is passed on as it is is not seen. */
  alter(how: Altered | null): void;
};
type Altered = { role: string; by: (body: unknown) => unknown };

const FIXED: readonly (readonly [string, RegExp])[] = [
  ['openapi', /^\/openapi\.json$/],
  ['mcp', /^\/mcp$/],
  ['oauth', /^\/(?:\.well-known|oauth)\//],
];

/**
 * The one service of the tests: it declares itself in a document of drawn words, and answers in them over HTTP and MCP. Tests
 * script its answers, faults and time by what is drawn.
 */
export function declareService(options: ServiceOptions, words: Words): Service {
  const { core, ...service } = createService(options);
  const { origin, draws, odds, habits, said, problem, drawTrouble } = core;
  let altered: Altered | null = null;

  const asIs = ({ status, headers, body, wait, final, reached }: Said): Answered => ({
    ...{ status, headers, wait, final, reached },
    text: typeof body === 'string' ? body : JSON.stringify(body),
  });

  /** An answer in the words of its declaration, or as it breaks them: what cannot be understood has stated nothing. */
  function inWords(role: Parameters<Words['write']>[0], given: Said): Answered {
    if (given.plain || given.status >= 400) return asIs(given);
    const written = words.write(role, given.body, given.beside);
    const { body, isBroken } = brokenAnswer(draws, odds('declarations'), written, words.needed);
    const further =
      habits.unknownMembers && typeof body === 'object' && body !== null && !Array.isArray(body)
        ? { ...body, xFurther: { region: 'eu' }, trace: [1, 'two', null] }
        : body;
    const sent = altered?.role === role ? alteredBy(altered.by, further) : further;
    return asIs({
      ...given,
      headers: { ...given.headers, 'content-type': words.contentType },
      body: sent,
      ...(isBroken && { wait: null, reached: () => {} }),
    });
  }

  const connections = connectionsOf(core, words, (role, members) =>
    inWords(role, service.answer({ role, key: null, members })),
  );

  function answerFixed(role: string, { url, text }: HttpRequest): Said {
    if (role === 'openapi')
      return drawTrouble('the document', 'catalogue') ?? said(200, words.document(origin), { plain: true });
    if (role === 'mcp') return drawTrouble('the tool connection', 'connections') ?? connections.mcp(text);
    return drawTrouble('connecting', 'connections') ?? connections.oauth(url.pathname);
  }

  const fixedRole = ({ url }: HttpRequest) => FIXED.find(([, path]) => path.test(url.pathname))?.[0];
  return {
    ...service,
    ids: words.ids,
    read: (request) => {
      const fixed = fixedRole(request);
      const requested = fixed === undefined ? words.read(request) : undefined;
      return { role: fixed ?? requested?.role ?? 'other', members: requested?.members ?? {} };
    },
    answer: (request) => {
      const fixed = fixedRole(request);
      if (fixed !== undefined) return asIs(answerFixed(fixed, request));
      const requested = words.read(request);
      if (requested === undefined) return asIs(problem(404, 'no_such_path'));
      const key = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? null;
      if ((key !== null) !== requested.needsKey) return asIs(problem(401, 'unauthenticated'));
      const { role, members } = requested;
      if (members === null) return asIs(problem(400, 'undeclared_request'));
      return inWords(role, service.answer({ role, key, members }));
    },
    alter: (how) => {
      altered = how;
    },
  };
}

/** An answer changed around what is passed on as it is. */
function alteredBy(change: Altered['by'], body: unknown): unknown {
  const given: unknown[] = [];
  const hide = (value: unknown): unknown => {
    if (value instanceof Given) return `given ${given.push(value.value) - 1}`;
    if (Array.isArray(value)) return value.map(hide);
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hide(one)]))
      : value;
  };
  const changed = JSON.stringify(change(hide(body)) ?? null);
  return JSON.parse(changed.replace(/"given (\d+)"/g, (_, at) => JSON.stringify(given[at] ?? null)));
}
