import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Market } from '../catalogue/market.ts';
import { type Caller, callerOf } from '../purchases/accounts.ts';
import type { Handlers } from './handlers.ts';
import { openApiDocument } from './openapi.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { ProblemError, problem, refuseWith } from './problem.ts';
import { readJsonBody } from './request-body.ts';
import { checkBody, checkParameters } from './validation.ts';

export type AppEnv = { Bindings: HttpBindings; Variables: { requestId: string } };
export type AppContext = Context<AppEnv>;

/** Runs before an operation; a response replaces the operation's own. Tests change answers through it. */
export type Gate = (
  endpoint: string,
  context: AppContext,
  next: () => Promise<void>,
) => Promise<Response | undefined>;

/** Of a request, in bytes. */
const LARGEST_BODY = 64 * 1024;
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** The caller; undefined for a public operation. Refuses with 401 without a valid key, 403 without one of the scopes. */
export function authorize(
  market: Market,
  operation: Pick<Operation, 'scopes'>,
  request: Request,
): Caller | undefined {
  if (!operation.scopes) return undefined;
  const key = /^Bearer ([^\s]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const caller = key === undefined ? undefined : callerOf(market.books, key);
  if (!caller) {
    const metadata = `${market.origin()}/.well-known/oauth-protected-resource`;
    return refuseWith(
      401,
      'access_key_required',
      'A valid access key is needed.',
      {},
      {
        'WWW-Authenticate': `Bearer realm="demo marketplace"${key ? ', error="invalid_token"' : ''}, resource_metadata="${metadata}"`,
      },
    );
  }
  if (operation.scopes.length > 0 && !operation.scopes.some((scope) => caller.scopes.includes(scope))) {
    return refuseWith(
      403,
      'scope_required',
      `The access key needs the scope ${operation.scopes.join(' or ')}.`,
      {},
      {
        'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${operation.scopes[0]}"`,
      },
    );
  }
  return caller;
}

function serveOperation(market: Market, operation: Operation, handlers: Handlers) {
  return async (context: AppContext) => {
    const request = context.req.raw;
    const caller = authorize(market, operation, request);
    const query = new URL(request.url).searchParams;
    const parameters = checkParameters(operation.parameters ?? [], query, context.req.param());
    const body = operation.body
      ? checkBody(operation.body.schema, await readJsonBody(request, operation.body.optional === true))
      : {};
    return context.json(await handlers[operation.id]?.(market, { ...body, ...parameters }, caller));
  };
}

function problemResponse(error: unknown, context: AppContext): Response {
  const known = error instanceof ProblemError ? error : undefined;
  const shown = known?.problem ?? problem(500, 'internal_error', 'The demo marketplace failed.');
  if (!known) console.error('demo marketplace:', error);
  return new Response(JSON.stringify({ instance: `request:${context.get('requestId')}`, ...shown }), {
    status: shown.status,
    headers: { 'Content-Type': 'application/problem+json', ...known?.headers },
  });
}

/** Refuses a body that is too large or of unstated length. (`hono/body-limit` needs the program's global `Request` replaced.) */
const handleLength: MiddlewareHandler<AppEnv> = async (context, next) => {
  if (context.req.header('transfer-encoding') !== undefined)
    return refuseWith(411, 'length_required', 'The body must have a Content-Length.');
  if (Number(context.req.header('content-length') ?? 0) > LARGEST_BODY)
    return refuseWith(413, 'payload_too_large', `The body is larger than ${LARGEST_BODY} bytes.`);
  return next();
};

/** Assigns the request ID, checks the Host and sets the headers of every answer (§7.2). */
function handleHeaders(): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const given = context.req.header('x-ae-request-id');
    const requestId = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
    context.set('requestId', requestId);
    const { hostname } = new URL(context.req.url);
    if (hostname === '127.0.0.1' || hostname === 'localhost') await next();
    // Prevents DNS rebinding by another site.
    else
      context.res = problemResponse(
        new ProblemError(problem(421, 'misdirected_request', 'Wrong host.')),
        context,
      );
    context.res.headers.set('x-ae-request-id', requestId);
    if (!context.res.headers.has('Cache-Control')) context.res.headers.set('Cache-Control', 'no-store');
  };
}

function withGate(gate: Gate, endpoint: string): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    return (await gate(endpoint, context, next)) ?? undefined;
  };
}

function methodNotAllowed(allowed: string) {
  return () =>
    refuseWith(405, 'method_not_allowed', `Only ${allowed} is offered here.`, {}, { Allow: allowed });
}

const openGate: Gate = async (_endpoint, _context, next) => {
  await next();
  return undefined;
};

export type Mount = {
  path: string;
  method: 'GET' | 'POST' | 'ALL';
  endpoint: string;
  serve: (context: AppContext) => Response | Promise<Response>;
};

/** The marketplace as one application: the operations, the OpenAPI document and the mounts. */
export function createHttpApp(
  market: Market,
  handlers: Handlers,
  mounts: readonly Mount[],
  gate: Gate = openGate,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.onError((error, context) => problemResponse(error, context));
  app.notFound((context) =>
    problemResponse(new ProblemError(problem(404, 'not_found', 'Nothing is here.')), context),
  );
  app.use(handleHeaders());
  app.use(handleLength);
  for (const operation of OPERATIONS) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.on(operation.method, path, withGate(gate, operation.id), serveOperation(market, operation, handlers));
    app.all(path, methodNotAllowed(operation.method));
  }
  app.get('/openapi.json', withGate(gate, 'openapi'), (context) =>
    context.json(openApiDocument(market.origin())),
  );
  app.all('/openapi.json', methodNotAllowed('GET'));
  for (const mount of mounts) {
    const methods = mount.method === 'ALL' ? undefined : mount.method;
    if (methods === undefined) app.all(mount.path, withGate(gate, mount.endpoint), mount.serve);
    else app.on(methods, mount.path, withGate(gate, mount.endpoint), mount.serve);
  }
  for (const path of new Set(mounts.map((mount) => mount.path))) {
    const methods = mounts.filter((mount) => mount.path === path).map((mount) => mount.method);
    if (!methods.includes('ALL')) app.all(path, methodNotAllowed(methods.join(', ')));
  }
  return app;
}
