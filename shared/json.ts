/** What JSON is made of. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is an object of JSON: no list, and not null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
