import type { JsonObject } from '../http/json.ts';

/** Shorthands for the schemas of `/openapi.json`. */
export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
export const text = (more: JsonObject = {}): JsonObject => ({ type: 'string', ...more });
export const integer = (more: JsonObject = {}): JsonObject => ({ type: 'integer', ...more });
export const list = (items: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'array',
  items,
  ...more,
});
export const oneOf = (...values: string[]): JsonObject => ({ type: 'string', enum: values });

/** An object without additional members; every member is required unless listed as optional. */
export function closed(properties: JsonObject, optional: string[] = [], more: JsonObject = {}): JsonObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    ...more,
  };
}

export const TOOL_REF = text({
  pattern: '^operation:v1:[0-9a-f]{64}$',
  description: 'Opaque reference of a Tool',
});
export const QUOTE_REF = text({
  pattern: '^operation-commitment:v1:[0-9a-f]{64}$',
  description: 'Opaque reference of a quote',
});
export const CALL_REF = text({ minLength: 1, maxLength: 300, description: 'Opaque reference of a Call' });
export const IDEMPOTENCY_KEY = text({
  minLength: 1,
  maxLength: 200,
  description: 'Names one act; the same key never acts twice',
});
export const CURSOR = text({
  minLength: 1,
  maxLength: 500,
  description: 'Opaque cursor from the answer before',
});
export const ANY_OBJECT: JsonObject = { type: 'object' };

export const SHARED_SCHEMAS: Record<string, JsonObject> = {
  Amount: closed(
    {
      currency: text({ pattern: '^[A-Z]{3}$' }),
      units: text({ pattern: '^-?[0-9]{1,40}$', description: 'An integer, written as a decimal string' }),
      exponent: integer({ minimum: 0, maximum: 18 }),
    },
    [],
    {
      description: 'Exact money: units / 10^exponent',
      examples: [{ currency: 'USD', units: '22000', exponent: 6 }],
    },
  ),
  Problem: {
    type: 'object',
    description: 'RFC 9457 problem details',
    properties: {
      type: text({ format: 'uri-reference' }),
      title: text(),
      status: integer({ minimum: 400, maximum: 599 }),
      detail: text(),
      kind: text({ description: 'The class of the failure' }),
      code: text({ description: 'Stable token for programs' }),
      reason: text(),
      retryable: { type: 'boolean' },
      instance: text(),
      'invalid-params': list(closed({ name: text(), reason: text() })),
    },
    required: ['type', 'title', 'status', 'detail', 'kind', 'code', 'retryable'],
  },
};
