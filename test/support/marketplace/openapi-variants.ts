import type { Gate } from '../../../electron/demo-marketplace/http/http-app.ts';
import type { JsonObject } from '../../../electron/demo-marketplace/http/json.ts';
import { openApiDocument } from '../../../electron/demo-marketplace/http/openapi.ts';
import { OPERATIONS } from '../../../electron/demo-marketplace/http/operations.ts';
import type { ControlledBehaviour, OpenApiVariant } from './controlled-behaviour.ts';

/** Paths that the contract documents (§4) are the same in any variant. */
const DOCUMENTED = new Set([
  '/api/v1/catalogue-status',
  '/api/v1/market-tools/search',
  '/api/v1/sandbox-reference',
]);

const RENAMED: readonly (readonly [from: string, to: string])[] = [
  ['/api/v1/market-tools/', '/api/v1/bazaar/tools/'],
  ['/api/v1/tools/', '/api/v1/bazaar/purchase/'],
  ['/api/v1/calls', '/api/v1/bazaar/calls'],
  ['/api/v1/account', '/api/v1/bazaar/account'],
];

/** The path of an operation when the document renames what the contract does not document. */
function renamed(path: string): string {
  if (DOCUMENTED.has(path)) return path;
  const [from, to] = RENAMED.find(([start]) => path.startsWith(start)) ?? ['', ''];
  return to + path.slice(from.length);
}

/** The path of the operation that answers, by the path of the request. */
export function answeringPath(path: string, { openapi }: Pick<ControlledBehaviour, 'openapi'>): string {
  if (openapi !== 'renamed_paths') return path;
  const [to, from] = RENAMED.find(([, start]) => path.startsWith(start)) ?? ['', ''];
  if (from !== '') return to + path.slice(from.length);
  return renamed(path) === path ? path : NOWHERE;
}

/** No operation is served here. */
const NOWHERE = '/renamed';

function withSchemas(document: JsonObject, change: (schemas: JsonObject) => JsonObject): JsonObject {
  const components = document.components as JsonObject;
  return { ...document, components: { ...components, schemas: change(components.schemas as JsonObject) } };
}

const unknownPrice = (text: string): string => text.replaceAll('"price"', '"tariff"');

/** Answers with the names of the document where a variant renames their members. */
export const namesAsDeclared =
  (behaviour: ControlledBehaviour, gate: Gate): Gate =>
  async (endpoint, context, next) =>
    gate(endpoint, context, async () => {
      await next();
      if (behaviour.openapi !== 'unknown_price' || endpoint !== 'tool.quote') return;
      const { status, headers } = context.res;
      const text = unknownPrice(await context.res.text());
      headers.delete('content-length');
      context.res = new Response(text, { status, headers });
    });

/** The text of `/openapi.json` in a variant; undefined where there is none. */
export function openApiText(origin: string, variant: OpenApiVariant): string | undefined {
  const document = openApiDocument(origin);
  switch (variant) {
    case 'missing':
      return undefined;
    case 'renamed_paths':
      return JSON.stringify(
        openApiDocument(
          origin,
          OPERATIONS.map((operation) => ({
            ...operation,
            path: renamed(operation.path),
            id: DOCUMENTED.has(operation.path) ? operation.id : `bazaar.${operation.id}`,
          })),
        ),
      );
    case 'unknown_price':
      return JSON.stringify(
        withSchemas(document, (schemas) => ({
          ...schemas,
          Quote: JSON.parse(unknownPrice(JSON.stringify(schemas.Quote))) as JsonObject,
        })),
      );
    default:
      return JSON.stringify(document);
  }
}
