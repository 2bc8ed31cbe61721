import { OBSERVED } from '../../marketplace/service/observed-shapes.ts';
import { REQUEST_SCHEMAS } from '../schemas/request-schemas.ts';
import { closed, ref, SHARED_SCHEMAS, text } from '../schemas/shared-schemas.ts';
import type { JsonObject } from './json.ts';
import { OPERATIONS, type Operation, REQUEST_ID } from './operations.ts';

/** The schemas that the document publishes and the validator enforces. Answers are as seen live. */
export const COMPONENT_SCHEMAS: Record<string, JsonObject> = {
  ...SHARED_SCHEMAS,
  ...REQUEST_SCHEMAS,
  CatalogueStatus: OBSERVED.freshness,
  ListToolsResponse: OBSERVED.list,
  SearchToolsResponse: OBSERVED.search,
  DescribeToolResponse: OBSERVED.describe,
  CompareToolsResponse: OBSERVED.compare,
  Quote: OBSERVED.quote,
  CallResult: OBSERVED.call,
  CallStatus: OBSERVED.callStatus,
  CallList: OBSERVED.callList,
  Account: OBSERVED.account,
  Balance: OBSERVED.balance,
  SandboxReference: closed({ result: text() }),
};

const json = (schema: string): JsonObject => ({ 'application/json': { schema: ref(schema) } });
const requestIdHeader = { 'x-ae-request-id': { $ref: '#/components/headers/RequestId' } };

const PROBLEM: JsonObject = {
  description: 'A problem (RFC 9457)',
  headers: {
    ...requestIdHeader,
    'Retry-After': { description: 'When to try again', schema: { type: 'string' } },
  },
  content: { 'application/problem+json': { schema: ref('Problem') } },
};

function pathItem(operation: Operation): JsonObject {
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: operation.description,
    parameters: [
      ...(operation.parameters ?? []).map((parameter) => ({ ...parameter })),
      { $ref: '#/components/parameters/RequestId' },
    ],
    ...(operation.body
      ? { requestBody: { required: operation.body.optional !== true, content: json(operation.body.schema) } }
      : {}),
    responses: {
      200: { description: operation.summary, headers: requestIdHeader, content: json(operation.answer) },
      default: { $ref: '#/components/responses/Problem' },
    },
    ...(operation.scopes ? { security: [{ agentAccessKey: [] }] } : { security: [] }),
  };
}

/** The OpenAPI 3.1.0 document of this marketplace at the given origin. */
export function openApiDocument(origin: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const operation of OPERATIONS) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: pathItem(operation),
    };
  }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Milepost demo marketplace',
      version: '1.0.0',
      description:
        'An embedded marketplace of Tools for demonstration and tests. Nothing here is charged for real.',
    },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas: COMPONENT_SCHEMAS,
      parameters: { RequestId: { ...REQUEST_ID } },
      headers: {
        RequestId: { description: REQUEST_ID.description, required: true, schema: REQUEST_ID.schema },
      },
      responses: { Problem: PROBLEM },
      securitySchemes: {
        agentAccessKey: { type: 'http', scheme: 'bearer', description: 'An Agent access key' },
      },
    },
  };
}
