import type { ApiDocument, ApiOperation } from './document.ts';
import { hashOf } from './kept-document.ts';
import type { JsonSchema } from './standalone-schema.ts';

const digests = new WeakMap<object, string>();

/** Operations share large schemas: each is written out once. */
function digestOf(schema: JsonSchema): string {
  if (typeof schema === 'boolean') return String(schema);
  const known = digests.get(schema);
  if (known !== undefined) return known;
  const digest = hashOf(new TextEncoder().encode(JSON.stringify(schema)));
  digests.set(schema, digest);
  return digest;
}

const signature = (operation: ApiOperation): string =>
  JSON.stringify([
    operation.operationId,
    operation.isPublic,
    operation.deprecated,
    operation.parameters.map(({ schema, ...parameter }) => [parameter, digestOf(schema)]),
    operation.body === null ? null : digestOf(operation.body.schema),
    operation.body?.required ?? false,
    operation.unusable,
  ]);

const placeOfOperation = (operation: ApiOperation): string => `${operation.method} ${operation.path}`;

const named = (places: readonly string[]): string =>
  `${places.slice(0, 5).join(', ')}${places.length > 5 ? ` and ${places.length - 5} more` : ''}`;

/** What changed from one document of a service to the next, in sentences: operations added, removed and changed. */
export function documentChanges(before: ApiDocument, after: ApiDocument): string[] {
  const old = new Map(
    before.operations.map((operation) => [placeOfOperation(operation), signature(operation)]),
  );
  const now = new Map(
    after.operations.map((operation) => [placeOfOperation(operation), signature(operation)]),
  );
  const added = [...now.keys()].filter((place) => !old.has(place));
  const removed = [...old.keys()].filter((place) => !now.has(place));
  const changed = [...now]
    .filter(([place, sign]) => old.has(place) && old.get(place) !== sign)
    .map(([place]) => place);
  return [
    ...(added.length === 0 ? [] : [`Added: ${named(added)}.`]),
    ...(removed.length === 0 ? [] : [`Removed: ${named(removed)}.`]),
    ...(changed.length === 0 ? [] : [`Changed: ${named(changed)}.`]),
  ];
}
