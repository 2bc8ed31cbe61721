import type { JsonObject } from '../../../electron/demo-marketplace/http/json.ts';
import { openApiDocument } from '../../../electron/demo-marketplace/http/openapi.ts';
import { OPERATIONS, type Operation } from '../../../electron/demo-marketplace/http/operations.ts';
import { awardSearchTool } from '../../../electron/demo-marketplace/tools/award-search-tool.ts';
import { type Dialect, nameOf } from './dialect.ts';

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
  const { required, operations, security, size } = dialect;
  const name = JSON.stringify([origin, dialect]);
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
  declareAnswers(document.paths as Paths, schemas, dialect);
  if (operations === 'bound by hand') renameMembers(document.paths as Paths, schemas);
  if (security === 'schemes alone')
    for (const path of Object.values(document.paths as Paths))
      for (const operation of Object.values(path)) delete operation.security;
  if (size === 'large') addFurther(document.paths as Paths);
  const text = JSON.stringify(document);
  documents.set(name, text);
  return text;
}

/** Schemas of requests, which have the names of §2 and of the contract's own members. */
const OF_REQUESTS = /Request$|^(?:ToolFilters|Problem)$/;

/** Declares every answer as this service writes it; or nothing of any. */
function declareAnswers(paths: Paths, schemas: Schemas, dialect: Dialect): void {
  const all = Object.values(paths).flatMap((path) => Object.values(path));
  const contents = all.flatMap(({ responses, operationId }) => {
    const { content } =
      (responses as Record<string, { content: Record<string, { schema: JsonObject }> }>)[200] ?? {};
    return content === undefined ? [] : [{ operationId, content }];
  });
  if (dialect.answers !== 'declared') {
    for (const { content } of contents)
      for (const type of Object.keys(content)) content[type] = { schema: {} };
    return;
  }
  addMembers(schemas, dialect);
  // Requests use the amount as seen.
  schemas.AmountOfRequest = structuredClone(schemas.Amount ?? {});
  schemas.Amount = AMOUNTS[dialect.amounts];
  for (const [name, schema] of Object.entries(schemas))
    if (OF_REQUESTS.test(name))
      schemas[name] = JSON.parse(
        JSON.stringify(schema).replaceAll(
          '#/components/schemas/Amount"',
          '#/components/schemas/AmountOfRequest"',
        ),
      );
    else if (name !== 'AmountOfRequest') schemas[name] = inItsNames(schema, dialect) as Schemas[string];
  for (const { operationId, content } of contents) {
    const own = /^tool\.quote$/.test(operationId)
      ? 'quote'
      : /^(?:tool\.call|call\.(?:status|cancel))$/.test(operationId)
        ? 'call'
        : null;
    const isCatalogue = /^(?:registry|platform)\./.test(operationId);
    for (const form of Object.values(content))
      form.schema = wrappedSchema(form.schema, own, isCatalogue, dialect);
  }
}

const TEXT: JsonObject = { type: 'string' };
const AMOUNTS: Readonly<Record<Dialect['amounts'], JsonObject>> = {
  units: { type: 'object', properties: { currency: TEXT, units: TEXT, exponent: { type: 'integer' } } },
  scale: { type: 'object', properties: { currency: TEXT, units: TEXT, scale: { type: 'integer' } } },
  decimal: { type: 'object', properties: { currency: TEXT, value: TEXT } },
};

/** The members that this service has besides those seen live. */
function addMembers(schemas: Schemas, dialect: Dialect): void {
  const amount = { $ref: '#/components/schemas/Amount' };
  const [committed] = (schemas.Quote?.oneOf ?? []) as { properties: JsonObject }[];
  if (committed !== undefined) {
    const { price, expiresAt, ...others } = committed.properties;
    committed.properties = {
      ...others,
      toolVersion: {},
      ...(dialect.quotePrice === 'total' ? { totalPrice: price } : { price }),
      ...(dialect.quotePrice === 'price and total' ? { totalPrice: price } : {}),
      ...(dialect.quoteEnd === 'other word'
        ? { validUntil: { type: 'string', format: 'date-time' } }
        : { expiresAt: dialect.quoteEnd === 'ISO' ? { type: 'string', format: 'date-time' } : expiresAt }),
      maximumPrice: amount,
      totalAuthorization: amount,
    } as JsonObject;
  }
  // A status may be the result itself, if it is no refusal.
  if (dialect.statusIs === 'the result' && schemas.CallStatus !== undefined) {
    const results = (schemas.CallResult?.oneOf ?? []) as { properties: { kind: JsonObject } }[];
    const own = structuredClone(results.filter(({ properties }) => properties.kind.const !== 'refused'));
    schemas.CallStatus.oneOf = [...((schemas.CallStatus.oneOf ?? []) as JsonObject[]), ...own] as never;
  }
  for (const [name, schema] of Object.entries(schemas))
    for (const part of [schema, ...((schema.oneOf ?? []) as (typeof schema)[])])
      if (part.properties !== undefined && !OF_REQUESTS.test(name)) addTo(part.properties, name, dialect);
}

function addTo(properties: JsonObject, name: string, dialect: Dialect): void {
  const take = (from: string, to: string) => {
    if (from === to || properties[from] === undefined) return;
    properties[to] = properties[from] as JsonObject;
    delete properties[from];
  };
  if (/^(?:List|Search)ToolsResponse$/.test(name)) take('items', dialect.catalogueMember);
  if (/^Call(?:Result|Status)$/.test(name)) {
    take('output', dialect.outputMember);
    if (properties.receipt !== undefined) properties.usage = { $ref: '#/components/schemas/Usage' };
  }
  if (/^Tool(?:Candidate)?$/.test(name) && dialect.names === 'of the contract') {
    delete properties.capabilityId;
    Object.assign(properties, {
      operationId: TEXT,
      capability: { type: 'object', properties: { name: TEXT, version: TEXT } },
      toolVersion: TEXT,
    });
  }
}

/** A schema with its members as this service names them, and its values as it writes them. */
function inItsNames(schema: unknown, dialect: Dialect): unknown {
  if (Array.isArray(schema)) return schema.map((one) => inItsNames(one, dialect));
  if (typeof schema !== 'object' || schema === null) return schema;
  const {
    properties,
    required: _required,
    additionalProperties: _closed,
    ...others
  } = schema as JsonObject & {
    properties?: JsonObject;
  };
  const rest = Object.fromEntries(
    Object.entries(others).map(([key, one]) => [key, inItsNames(one, dialect)]),
  );
  if (properties === undefined) return rest;
  return {
    ...rest,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [nameOf(name, dialect), schemaOf(name, one, dialect)]),
    ),
  };
}

function schemaOf(name: string, schema: unknown, dialect: Dialect): unknown {
  if (name === 'callRef' && dialect.callRefs === 'numbers') return { type: 'integer' };
  if (name === 'state') return TEXT;
  if (/^(?:createdAt|updatedAt)$/.test(name)) return {};
  const inner = inItsNames(schema, dialect);
  return name === 'usage' && dialect.usageIs === 'meta'
    ? { type: 'object', properties: { usage: inner } }
    : inner;
}

function wrappedSchema(
  schema: JsonObject,
  own: 'quote' | 'call' | null,
  isCatalogue: boolean,
  dialect: Dialect,
): JsonObject {
  const { wrapping } = dialect;
  const within = (name: string, more: JsonObject = {}): JsonObject => ({
    type: 'object',
    properties: { ...more, [nameOf(name, dialect)]: schema },
  });
  if (isCatalogue) return wrapping === 'data' || wrapping === 'response' ? within(wrapping) : schema;
  if (own === null || wrapping === 'none') return schema;
  if (wrapping === 'its name') return within(own);
  return wrapping === 'result'
    ? within('result', { [nameOf('status', dialect)]: { const: 'success' } })
    : within(wrapping);
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
