import type { JsonObject } from '../../../electron/demo-marketplace/http/json.ts';
import { openApiDocument } from '../../../electron/demo-marketplace/http/openapi.ts';
import { OPERATIONS, type Operation } from '../../../electron/demo-marketplace/http/operations.ts';
import { awardSearchTool } from '../../../electron/demo-marketplace/tools/award-search-tool.ts';
import type { Dialect } from './dialect.ts';

/** With their descriptions about a megabyte. */
const FURTHER_OPERATIONS = 400;

const documents = new Map<string, string>();

/** Members of these requests that are required and have one legal value each. */
const SCHEMA_VERSION: JsonObject = { type: 'string', const: 'purchase:v1' };
const ONE_VALUE = { QuoteRequest: 'schemaVersion', CallRequest: 'schemaVersion' } as const;

/** Whether a request has the single-value members that this service's document declares. */
export const hasRequired = ({ required }: Dialect, role: string, body: Record<string, unknown>): boolean =>
  required === 'as seen' ||
  (role !== 'quote' && role !== 'call') ||
  body.schemaVersion === SCHEMA_VERSION.const;

type Schemas = Record<string, JsonObject & { properties?: JsonObject; required?: string[] }>;
type Paths = Record<string, Record<string, JsonObject & { operationId: string }>>;

/** This service's document: the one seen live, with its own declarations. */
export function documentText(origin: string, dialect: Dialect): string {
  const { afterVersion, cursor, required, operations, security, limits, size } = dialect;
  const name = JSON.stringify([origin, afterVersion, cursor, required, operations, security, limits, size]);
  const known = documents.get(name);
  if (known !== undefined) return known;
  const document = structuredClone(openApiDocument(origin, parametersOf(dialect)));
  const { schemas } = document.components as { schemas: Schemas };
  if (required === 'one value more')
    for (const [schema, member] of Object.entries(ONE_VALUE)) {
      const { properties = {}, required: needed = [] } = schemas[schema] ?? {};
      schemas[schema] = {
        ...schemas[schema],
        properties: { ...properties, [member]: SCHEMA_VERSION },
        required: [...needed, member],
      };
    }
  if (operations === 'bound by hand') renameMembers(document.paths as Paths, schemas);
  if (security === 'schemes alone')
    for (const path of Object.values(document.paths as Paths))
      for (const operation of Object.values(path)) delete operation.security;
  if (size === 'large') addFurther(document.paths as Paths);
  const text = JSON.stringify(document);
  documents.set(name, text);
  return text;
}

function parametersOf({ afterVersion, cursor, limits }: Dialect): Operation[] {
  const schemas: Record<string, JsonObject> = {
    ...(afterVersion === 'text' ? { afterVersion: { type: 'string' } } : {}),
    ...(afterVersion === 'its own form' ? { afterVersion: { type: 'string', pattern: '^v[0-9]+$' } } : {}),
    ...(cursor === 'number' ? { cursor: { type: 'number' } } : {}),
    ...(limits === 'narrow' ? { limit: { type: 'integer', exclusiveMaximum: 50, multipleOf: 7 } } : {}),
  };
  return OPERATIONS.map(
    (operation): Operation =>
      operation.parameters === undefined
        ? operation
        : {
            ...operation,
            parameters: operation.parameters.map((parameter) => ({
              ...parameter,
              schema: schemas[parameter.name] ?? parameter.schema,
            })),
          },
  );
}

/** Operations that Milepost does not use, and more to read than a document of this service needs. */
function addFurther(paths: Paths): void {
  for (let at = 0; at < FURTHER_OPERATIONS; at++)
    paths[`/api/v1/further/${at}/{part}`] = {
      get: {
        operationId: `further.part${at}`,
        summary: `A further part, ${at}`,
        description: 'Further words about it. '.repeat(100),
        parameters: [{ name: 'part', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'A part' } },
      },
    };
}

/** Members that no rule knows: a Call is requested by its `id`, and a Tool receives `arguments`. */
function renameMembers(paths: Paths, schemas: Schemas): void {
  for (const [path, operations] of Object.entries(paths)) {
    if (!path.includes('{callRef}')) continue;
    delete paths[path];
    const renamed = JSON.parse(
      JSON.stringify(operations).replaceAll('"callRef"', '"id"'),
    ) as typeof operations;
    paths[path.replace('{callRef}', '{id}')] = renamed;
  }
  const { properties = {}, required = [], ...quote } = schemas.QuoteRequest ?? {};
  const { input, ...others } = properties;
  schemas.QuoteRequest = {
    ...quote,
    properties: { ...others, arguments: input ?? {} },
    required: required.map((name) => (name === 'input' ? 'arguments' : name)),
  };
}

const listed = awardSearchTool();

/** The award search in a list of the catalogue. A republished listing has another reference. */
export function candidate(generation: number, { names }: Dialect): JsonObject {
  const named: JsonObject =
    names === 'as seen'
      ? { capabilityId: listed.capabilityId }
      : {
          operationId: `capability:${listed.capabilityId}`,
          capability: { name: listed.capabilityId, version: '1' },
          toolVersion: 'sha256:4e5f',
        };
  return {
    toolRef: toolRefOf(generation),
    ...named,
    title: listed.title,
    description: listed.description,
    provider: listed.provider,
    priceLabel: listed.priceLabel,
    healthStatus: listed.healthStatus,
    listingTier: 'reviewed',
  };
}

/** The same in its description. */
export function described(generation: number, dialect: Dialect): JsonObject {
  const { inputJsonSchema, outputJsonSchema, materialTerms, dataUse, effects, evidence } = listed;
  const { authentication } = listed;
  return {
    ...candidate(generation, dialect),
    inputJsonSchema,
    outputJsonSchema,
    materialTerms,
    dataUse,
    effects,
    evidence,
    authentication,
  };
}

export const toolRefOf = (generation: number): string =>
  generation === 0
    ? listed.toolRef
    : `operation:v1:${listed.toolRef.slice(-63)}${((generation % 15) + 1).toString(16)}`;
