import { flag, list, type Members, member, membersOf, text, texts } from '../reading.ts';
import { type DeclaredMember, declaredMembers } from './declared-members.ts';
import { referredTo } from './pointer.ts';
import { serverPrefix } from './servers.ts';
import { type JsonSchema, type Standalone, standaloneSchemas } from './standalone-schema.ts';

export type ParameterPlace = 'path' | 'query' | 'header';
export type ApiParameter = {
  name: string;
  place: ParameterPlace;
  required: boolean;
  schema: JsonSchema;
  explode: boolean;
};

/** One operation as the document declares it. */
export type ApiOperation = {
  /** What it is called by here: its operationId, or method and path where it has none or shares it. */
  id: string;
  operationId: string | null;
  method: string;
  /** Template under the marketplace's origin, such as `/things/{thing}`. */
  path: string;
  tags: string[];
  summary: string;
  deprecated: boolean;
  /** Whether it may be asked without a key; null where the document says nothing of security at all. */
  isPublic: boolean | null;
  parameters: ApiParameter[];
  /** Its JSON body; null where it takes none. */
  body: { schema: JsonSchema; required: boolean; members: DeclaredMember[] } | null;
  /** Why no request can be made for it, in words that follow "because"; null where one can. */
  unusable: string | null;
};

export type ApiDocument = {
  openapi: string;
  title: string;
  operations: ApiOperation[];
  /** What is odd about the document, in sentences. */
  notices: string[];
};

export type DocumentRead = { ok: true; document: ApiDocument } | { ok: false; why: string };

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
const MOST_OPERATIONS = 2_000;

/**
 * Reads an OpenAPI document, 3.0 or 3.1, as far as requests can be made from it. A part that cannot be read costs its
 * operation, not the document. `base` is the marketplace's address: no operation leads elsewhere, whatever `servers` says.
 */
export function readDocument(root: unknown, base: URL): DocumentRead {
  const openapi = text(member(root, 'openapi'));
  if (openapi === null || !/^3\.[01](?:\.|$)/.test(openapi))
    return {
      ok: false,
      why:
        openapi === null
          ? 'it is no OpenAPI document'
          : `it is OpenAPI ${openapi.slice(0, 20)}, and Milepost reads 3.0 and 3.1`,
    };
  const paths = membersOf(member(root, 'paths'));
  if (paths === null) return { ok: false, why: 'it declares no paths' };
  const notices = new Set<string>();
  const standalone = standaloneSchemas(root);
  const operations: ApiOperation[] = [];
  for (const [path, item] of Object.entries(paths)) {
    const pathItem = referredTo(root, item);
    if (!path.startsWith('/') || pathItem === null) continue;
    for (const method of METHODS) {
      const operation = referredTo(root, pathItem[method]);
      if (operation === null) continue;
      if (operations.length >= MOST_OPERATIONS) {
        notices.add(
          `The document declares more than ${MOST_OPERATIONS} operations; the others were not read.`,
        );
        break;
      }
      operations.push(readOperation({ root, standalone, base, path, pathItem, method, operation, notices }));
    }
  }
  nameApart(operations, notices);
  const title = text(member(member(root, 'info'), 'title')) ?? 'Untitled';
  return { ok: true, document: { openapi, title, operations, notices: [...notices] } };
}

type Place = {
  root: unknown;
  standalone: (schema: unknown) => Standalone;
  base: URL;
  path: string;
  pathItem: Members;
  method: string;
  operation: Members;
  notices: Set<string>;
};

function readOperation({
  root,
  standalone,
  base,
  path,
  pathItem,
  method,
  operation,
  notices,
}: Place): ApiOperation {
  const problems: string[] = [];
  const usable = (schema: unknown): JsonSchema => {
    const read = standalone(schema);
    if (read.ok) return read.schema;
    problems.push(read.why);
    return true;
  };
  const prefix = serverPrefix([operation.servers, pathItem.servers, member(root, 'servers')], base, notices);
  const operationId = text(operation.operationId);
  const parameters = [...list(pathItem.parameters), ...list(operation.parameters)].flatMap((parameter) =>
    readParameter(root, parameter, usable),
  );
  return {
    id: operationId ?? `${method.toUpperCase()} ${prefix}${path}`,
    operationId,
    method: method.toUpperCase(),
    path: `${prefix}${path}`,
    tags: texts(operation.tags),
    summary: text(operation.summary) ?? '',
    deprecated: flag(operation.deprecated) ?? false,
    isPublic: isPublic(root, operation),
    // An operation's own parameter of the same name and place comes later, and stands for the path's.
    parameters: [...new Map(parameters.map((one) => [`${one.place} ${one.name}`, one])).values()],
    body: readBody(root, operation.requestBody, usable, problems),
    unusable: problems[0] ?? null,
  };
}

function readParameter(
  root: unknown,
  value: unknown,
  usable: (schema: unknown) => JsonSchema,
): ApiParameter[] {
  const parameter = referredTo(root, value);
  const name = text(parameter?.name);
  const place = parameter?.in;
  if (parameter === null || name === null || (place !== 'path' && place !== 'query' && place !== 'header'))
    return [];
  return [
    {
      name,
      place,
      required: place === 'path' || parameter.required === true,
      schema: parameter.schema === undefined ? true : usable(parameter.schema),
      explode: flag(parameter.explode) ?? true,
    },
  ];
}

function readBody(
  root: unknown,
  value: unknown,
  usable: (schema: unknown) => JsonSchema,
  problems: string[],
): ApiOperation['body'] {
  if (value === undefined) return null;
  const body = referredTo(root, value);
  const content = membersOf(body?.content);
  const json = Object.entries(content ?? {}).find(([type]) =>
    /^application\/(?:[\w.-]+\+)?json\b/i.test(type),
  );
  if (json === undefined) {
    problems.push('it takes no JSON body');
    return null;
  }
  const declared = member(json[1], 'schema');
  const schema = declared === undefined ? true : usable(declared);
  return { schema, required: body?.required === true, members: declaredMembers(schema) };
}

/** Security of the operation, else of the document; an empty list, or an empty choice in it, needs no key. */
function isPublic(root: unknown, operation: Members): boolean | null {
  const security = operation.security ?? member(root, 'security');
  if (Array.isArray(security))
    return (
      security.length === 0 || security.some((one) => Object.keys(membersOf(one) ?? { none: 0 }).length === 0)
    );
  const schemes = membersOf(member(member(root, 'components'), 'securitySchemes'));
  return schemes === null || Object.keys(schemes).length === 0 ? null : true;
}

/** An id that several operations share names none of them: each is then called by its method and path. */
function nameApart(operations: ApiOperation[], notices: Set<string>): void {
  const seen = new Map<string, number>();
  for (const { id } of operations) seen.set(id, (seen.get(id) ?? 0) + 1);
  for (const operation of operations) {
    if (seen.get(operation.id) === 1) continue;
    notices.add(
      `The document uses the operation id "${operation.id.slice(0, 80)}" more than once; these operations are named by method and path.`,
    );
    operation.id = `${operation.method} ${operation.path}`;
  }
}
