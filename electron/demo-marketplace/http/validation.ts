import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isObject } from '#shared/json.ts';
import type { JsonObject } from './json.ts';
import { COMPONENT_SCHEMAS } from './openapi.ts';
import type { Parameter } from './operations.ts';
import { type InvalidParam, refuseWith } from './problem.ts';

const DOCUMENT = 'https://demo-marketplace.invalid/openapi.json';

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, useDefaults: true, strict: false });
  addFormats(ajv);
  ajv.addSchema({ $id: DOCUMENT, components: { schemas: COMPONENT_SCHEMAS } });
  return ajv;
}

const ajv = createAjv();
const compiled = new Map<string, ValidateFunction>();
/** Keyed by the schema object, which a Tool keeps for its lifetime. */
const compiledInputs = new WeakMap<JsonObject, ValidateFunction>();

function component(name: string): ValidateFunction {
  let validate = compiled.get(name);
  if (!validate) {
    validate = ajv.compile({ $ref: `${DOCUMENT}#/components/schemas/${name}` });
    compiled.set(name, validate);
  }
  return validate;
}

function nameOf(error: ErrorObject): string {
  const at = error.instancePath.replace(/^\//, '').replaceAll('/', '.');
  const member =
    error.keyword === 'additionalProperties'
      ? String(error.params.additionalProperty)
      : error.keyword === 'required'
        ? String(error.params.missingProperty)
        : '';
  return [at, member].filter((part) => part !== '').join('.') || 'body';
}

function reasonOf(error: ErrorObject): string {
  if (error.keyword === 'additionalProperties') return 'is not a known member';
  if (error.keyword === 'required') return 'is required';
  if (error.keyword === 'enum')
    return `must be one of: ${(error.params.allowedValues as unknown[]).join(', ')}`;
  return error.message ?? 'is not valid';
}

function invalidParams(errors: readonly ErrorObject[] | null | undefined): InvalidParam[] {
  return (errors ?? []).map((error) => ({ name: nameOf(error), reason: reasonOf(error) }));
}

export function invalidRequest(detail: string, invalid: InvalidParam[]): never {
  return refuseWith(400, 'invalid_request', detail, { 'invalid-params': invalid });
}

/** The body with the defaults of a published schema; refuses with 400 if it does not match. */
export function checkBody(schema: string, body: unknown): JsonObject {
  const validate = component(schema);
  if (validate(body) && isObject(body)) return body;
  return invalidRequest('The body does not satisfy its schema.', invalidParams(validate.errors));
}

/** How an answer violates its published schema; used by tests. */
export function answerErrors(schema: string, answer: unknown): InvalidParam[] {
  const validate = component(schema);
  return validate(answer) ? [] : invalidParams(validate.errors);
}

/** Checks an input against a Tool's schema. Returns a copy with the schema's defaults. */
export function checkInput(
  schema: JsonObject,
  input: JsonObject,
): { normalizedInput: JsonObject } | { invalid: InvalidParam[] } {
  let validate = compiledInputs.get(schema);
  if (!validate) {
    validate = ajv.compile(schema);
    compiledInputs.set(schema, validate);
  }
  const normalizedInput = structuredClone(input);
  return validate(normalizedInput) ? { normalizedInput } : { invalid: invalidParams(validate.errors) };
}

/** Parses a query or path value. Integers and booleans are accepted in canonical form only; the rest stays text. */
function readParameter(schema: JsonObject, value: string): unknown {
  if (schema.type === 'integer' && /^-?(0|[1-9][0-9]*)$/.test(value)) return Number(value);
  if (schema.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

const parameterSchemas = new WeakMap<readonly Parameter[], JsonObject>();

/** Reads query and path parameters; refuses unknown, repeated and invalid ones with 400. */
export function checkParameters(
  parameters: readonly Parameter[],
  query: URLSearchParams,
  path: Record<string, string>,
): JsonObject {
  const invalid: InvalidParam[] = [];
  const values: JsonObject = {};
  for (const name of new Set(query.keys())) {
    const parameter = parameters.find((known) => known.in === 'query' && known.name === name);
    const given = query.getAll(name);
    if (!parameter) invalid.push({ name, reason: 'is not a known parameter' });
    else if (given.length > 1) invalid.push({ name, reason: 'is given more than once' });
    else values[name] = readParameter(parameter.schema, given[0] ?? '');
  }
  for (const parameter of parameters) {
    if (parameter.in === 'path') values[parameter.name] = path[parameter.name];
  }
  let schema = parameterSchemas.get(parameters);
  if (!schema) {
    schema = {
      type: 'object',
      properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.schema])),
      required: parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name),
    };
    parameterSchemas.set(parameters, schema);
  }
  const checked = checkInput(schema, values);
  if ('invalid' in checked) invalid.push(...checked.invalid);
  else if (invalid.length === 0) return checked.normalizedInput;
  return invalidRequest('The parameters do not satisfy their schema.', invalid);
}
