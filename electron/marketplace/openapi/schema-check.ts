import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { boundedPattern, PatternTooSlow } from './bounded-pattern.ts';
import type { JsonSchema } from './standalone-schema.ts';

/** What is wrong with every value where the schema itself is. */
export const UNCHECKED = 'cannot be checked against its schema';

const validators = new WeakMap<object, ValidateFunction | null>();

/**
 * What is wrong with a value by a standalone schema, in words that follow its name; null where nothing is. Runs in the
 * worker for untrusted structure alone: nothing here bounds the time that a schema takes.
 */
export function problemOf(schema: JsonSchema, value: unknown): string | null {
  if (typeof schema === 'boolean') return schema ? null : 'may not be sent';
  let validate = validators.get(schema);
  if (validate === undefined) {
    validate = compiled(schema);
    validators.set(schema, validate);
  }
  if (validate === null) return UNCHECKED;
  try {
    if (validate(value)) return null;
  } catch (error) {
    // What Milepost cannot check in time, the service checks when it is asked.
    if (error instanceof PatternTooSlow) return null;
    // A schema that is a part of itself is checked without end, until the stack is full.
    return UNCHECKED;
  }
  const [error] = validate.errors ?? [];
  return `${error?.instancePath ?? ''} ${error?.message ?? 'does not fit its schema'}`.trim();
}

function compiled(schema: object): ValidateFunction | null {
  // A new instance for each: names in one service's schemas never meet those of another's.
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateFormats: false,
    validateSchema: false,
    // Copied into one another, small schemas that refer twice to the next grow without bounds.
    inlineRefs: false,
    code: { regExp: boundedPattern },
  });
  try {
    return ajv.compile(schema);
  } catch {
    return null;
  }
}
