import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonSchema } from './standalone-schema.ts';

/** The problem of every value if the schema itself is unusable. */
const UNCHECKED = 'cannot be checked against its schema';

const validators = new WeakMap<object, ValidateFunction | null>();

/**
 * What is wrong with a value by a self-contained schema, as words after its name; null if nothing. Only for the
 * process for what comes from outside: nothing here bounds the time a schema takes.
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
  } catch {
    // A schema that directly contains itself recurses until the stack overflows.
    return UNCHECKED;
  }
  const [error] = validate.errors ?? [];
  return `${error?.instancePath ?? ''} ${error?.message ?? 'does not fit its schema'}`.trim();
}

function compiled(schema: object): ValidateFunction | null {
  // A new instance each time: names of one service's schemas never meet another's.
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateFormats: false,
    validateSchema: false,
    // Inlined, small schemas that refer twice to the next grow without bound.
    inlineRefs: false,
  });
  try {
    return ajv.compile(schema);
  } catch {
    return null;
  }
}
