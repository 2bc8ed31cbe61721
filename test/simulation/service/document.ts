import type { JsonObject } from '../../../electron/demo-marketplace/http/json.ts';
import { openApiDocument } from '../../../electron/demo-marketplace/http/openapi.ts';
import { OPERATIONS, type Operation } from '../../../electron/demo-marketplace/http/operations.ts';
import { awardSearchTool } from '../../../electron/demo-marketplace/tools/award-search-tool.ts';
import type { Dialect } from './dialect.ts';

const documents = new Map<string, string>();

/** The document as this service declares itself: the one seen live, with the members that it declares otherwise. */
export function documentText(origin: string, dialect: Dialect): string {
  const name = `${origin} ${dialect.afterVersion} ${dialect.cursor}`;
  const known = documents.get(name);
  if (known !== undefined) return known;
  const schemas: Record<string, JsonObject> = {
    ...(dialect.afterVersion === 'text' ? { afterVersion: { type: 'string' } } : {}),
    ...(dialect.cursor === 'number' ? { cursor: { type: 'number' } } : {}),
  };
  const operations = OPERATIONS.map(
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
  const text = JSON.stringify(openApiDocument(origin, operations));
  documents.set(name, text);
  return text;
}

const listed = awardSearchTool();

/** The award search as the catalogue tells of it in a list. A republished listing has another reference. */
export function candidate(generation: number): JsonObject {
  return {
    toolRef: toolRefOf(generation),
    capabilityId: listed.capabilityId,
    title: listed.title,
    description: listed.description,
    provider: listed.provider,
    priceLabel: listed.priceLabel,
    healthStatus: listed.healthStatus,
    listingTier: 'reviewed',
  };
}

/** The same as described. */
export function described(generation: number): JsonObject {
  const { inputJsonSchema, outputJsonSchema, materialTerms, dataUse, effects, evidence } = listed;
  const { authentication } = listed;
  return {
    ...candidate(generation),
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
