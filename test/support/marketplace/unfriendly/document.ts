import { isObject } from '#shared/json.ts';
import type { JsonObject } from '../../../../electron/demo-marketplace/http/json.ts';
import { changeBody, mapObjects, type Unfriendliness } from './entry.ts';

const OPERATIONS = 1_900;

const ofDocument = (
  kind: string,
  row: number,
  shows: string,
  change: (document: JsonObject) => unknown,
): Unfriendliness => ({
  kind,
  row,
  shows,
  on: ['openapi'],
  answer: changeBody(change),
});

const ofParameters = (document: JsonObject, named: string, schema: JsonObject): unknown =>
  mapObjects(document, (members) =>
    members.name === named && 'in' in members ? { ...members, schema } : members,
  );

/** The body of a quote with `arguments` for `input`. */
const withArguments = changeBody((document) =>
  mapObjects(document, ({ QuoteRequest: quote, ...schemas }) =>
    isObject(quote)
      ? {
          ...schemas,
          QuoteRequest: JSON.parse(JSON.stringify(quote).replaceAll('"input"', '"arguments"')) as JsonObject,
        }
      : schemas,
  ),
);

/** Rows 6, 12 to 14 and 18: what a service may declare. */
export const DOCUMENT: readonly Unfriendliness[] = [
  ofDocument(
    'optional_members_mistyped',
    6,
    'afterVersion is declared as text, and cursors as numbers.',
    (document) =>
      ofParameters(ofParameters(document, 'afterVersion', { type: 'string' }) as JsonObject, 'cursor', {
        type: 'number',
      }),
  ),
  ofDocument('call_named_by_id', 12, 'A Call is read at /calls/{id}.', (document) =>
    JSON.parse(
      JSON.stringify(document).replaceAll('{callRef}', '{id}').replaceAll('"name":"callRef"', '"name":"id"'),
    ),
  ),
  {
    kind: 'input_called_arguments',
    row: 12,
    shows: 'A quote takes the input of the Tool as "arguments", and knows no "input".',
    on: ['openapi', 'tool.quote'],
    request: ({ input, arguments: given, ...body }) => ({
      ...body,
      ...(given === undefined ? {} : { input: given }),
      ...(input === undefined ? {} : { inputOfOld: input }),
    }),
    answer: (answer, endpoint) =>
      endpoint === 'openapi' ? withArguments(answer, endpoint, new Map()) : answer,
  },
  ofDocument('required_constant', 13, 'A quote needs a header with one legal value.', (document) =>
    mapObjects(document, (members) =>
      members.operationId === 'tool.quote'
        ? {
            ...members,
            parameters: [
              ...(members.parameters as JsonObject[]),
              { name: 'x-mode', in: 'header', required: true, schema: { const: 'exact' } },
            ],
          }
        : members,
    ),
  ),
  ofDocument(
    'document_of_many_operations',
    14,
    `The document declares ${OPERATIONS} operations more.`,
    (document) => ({
      ...document,
      paths: {
        ...(document.paths as JsonObject),
        ...Object.fromEntries(
          Array.from({ length: OPERATIONS }, (_, n) => [
            `/api/v1/other/${n}`,
            {
              get: {
                operationId: `other.read${n}`,
                summary: 'x'.repeat(9_000),
                responses: { 200: { description: 'Done' } },
              },
            },
          ]),
        ),
      },
    }),
  ),
  ofDocument(
    'security_in_schemes_alone',
    18,
    'No operation names its security; the schemes are declared.',
    (document) => mapObjects(document, ({ security: _security, ...members }) => members),
  ),
  {
    kind: 'metadata_under_openid_path',
    row: 18,
    shows: 'The metadata of the authorization server is published for OpenID Connect alone.',
    behaviour: { serverMetadata: 'openid' },
  },
  {
    kind: 'sunset_in_another_form',
    row: 18,
    shows: 'Answers carry a Sunset date of the form of RFC 850 and a Deprecation date with parameters.',
    behaviour: {
      headers: {
        '*': { Sunset: 'Monday, 01-Mar-27 00:00:00 GMT', Deprecation: '@1767225600;note="later"' },
      },
    },
  },
];
