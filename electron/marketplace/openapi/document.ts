import { plainName } from '#shared/plain-text.ts';
import { flag, list, type Members, member, membersOf, text, texts } from '../answers/reading.ts';
import { referredTo } from '../service/pointer.ts';
import { serverPrefix } from './servers.ts';
import { type SizeLeft, type Standalone, sizeOfDocument, standaloneSchemas } from './standalone-schema.ts';

type ParameterPlace = 'path' | 'query' | 'header';
export type ApiParameter = {
  name: string;
  place: ParameterPlace;
  required: boolean;
  /** As declared: references lead into the operation's `root`. */
  schema: unknown;
  explode: boolean;
  /** OpenAPI's `style`. */
  style: string;
  /** Whether the value is written as JSON (`content`). */
  asJson: boolean;
};

/** An operation as the document declares it. */
export type ApiOperation = {
  /** Its operationId, or method and path if that is missing or shared. */
  id: string;
  operationId: string | null;
  method: string;
  /** Path template under the marketplace's origin, such as `/things/{thing}`. */
  path: string;
  /** The same as the document declares it, without the path of its server before it. */
  declaredPath: string;
  tags: string[];
  summary: string;
  deprecated: boolean;
  /** Whether it needs no key; null if the document declares no security, or allows both. */
  isPublic: boolean | null;
  /** Whether a vendor extension marks it as read-only (`x-read-only` and the like). */
  saysReadOnly: boolean;
  parameters: ApiParameter[];
  /** Its JSON body; null if it has none. */
  body: {
    schema: unknown;
    required: boolean;
    /** The declared JSON media type, if not the plain one. */
    type?: string | undefined;
  } | null;
  /** The schemas of its successful JSON answers, as declared; empty where it declares none. */
  readonly answers: readonly unknown[];
  /** The schemas of its JSON answers that are no success, each with its status, `4XX` or `default`. */
  readonly failures: readonly { status: string; schema: unknown }[];
  /** Why no request can be built, as words after "because"; null if one can. Computed lazily. */
  readonly unusable: string | null;
  /** Its source, merged with the members of its path item. */
  written: unknown;
  /** The root of its references. */
  root: unknown;
  /** Makes a self-contained schema of one of its schemas, for validation. */
  standalone: (schema: unknown) => Standalone;
};

export type ApiDocument = {
  openapi: string;
  title: string;
  operations: ApiOperation[];
  /** Oddities of the document, as sentences. */
  notices: string[];
};

export type DocumentRead = { ok: true; document: ApiDocument } | { ok: false; why: string };

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/**
 * Reads an OpenAPI 3.0, 3.1 or 3.2 document as far as requests need it. An unreadable part costs its operation, not the
 * document. `base` is the marketplace's address: no operation leads elsewhere, whatever `servers` states.
 */
export function readDocument(root: unknown, base: URL): DocumentRead {
  const openapi = text(member(root, 'openapi'));
  if (openapi === null || !/^3\.[0-2](?:\.|$)/.test(openapi))
    return {
      ok: false,
      why:
        openapi === null
          ? 'it is no OpenAPI document'
          : `it is OpenAPI ${openapi.slice(0, 20)}, and Milepost reads 3.0 to 3.2`,
    };
  const paths = membersOf(member(root, 'paths'));
  if (paths === null) return { ok: false, why: 'it declares no paths' };
  const notices = new Set<string>();
  const sizeLeft = sizeOfDocument();
  const standalone = standaloneSchemas(root, true, sizeLeft);
  const operations: ApiOperation[] = [];
  const saysSecurity = declaresSecurity(root, paths);
  for (const [path, item] of Object.entries(paths)) {
    const pathItem = referredTo(root, item);
    if (!path.startsWith('/') || pathItem === null) continue;
    for (const method of METHODS) {
      const operation = referredTo(root, pathItem[method]);
      if (operation === null) continue;
      operations.push(
        readOperation({
          root,
          standalone,
          sizeLeft,
          base,
          path,
          pathItem,
          method,
          operation,
          notices,
          saysSecurity,
        }),
      );
    }
  }
  renameDuplicateIds(operations, notices);
  const title = text(member(member(root, 'info'), 'title')) ?? 'Untitled';
  return { ok: true, document: { openapi, title, operations, notices: [...notices] } };
}

type Place = {
  root: unknown;
  standalone: (schema: unknown) => Standalone;
  sizeLeft: SizeLeft;
  base: URL;
  path: string;
  pathItem: Members;
  method: string;
  operation: Members;
  notices: Set<string>;
  saysSecurity: boolean;
};

function readOperation(place: Place): ApiOperation {
  const { base, path, pathItem, method, operation, notices, saysSecurity } = place;
  const own = ownDefinitions(place.root, operation.requestBody);
  const root = own ?? place.root;
  const standalone = own === null ? place.standalone : standaloneSchemas(own, true, place.sizeLeft);
  const prefix = serverPrefix([operation.servers, pathItem.servers, member(root, 'servers')], base, notices);
  const operationId = text(operation.operationId);
  const declared = [...list(pathItem.parameters), ...list(operation.parameters)];
  const all = declared.flatMap((parameter) => readParameter(root, parameter));
  // An operation's parameter overrides the path's of the same name and place.
  const parameters = [...new Map(all.map((one) => [`${one.place} ${one.name}`, one])).values()];
  const { body, why = null } = readBody(root, operation.requestBody);
  let unusable: string | null | undefined;
  return {
    id: operationId ?? `${method.toUpperCase()} ${prefix}${path}`,
    operationId,
    method: method.toUpperCase(),
    path: `${prefix}${path}`,
    declaredPath: path,
    tags: texts(operation.tags),
    summary: text(operation.summary) ?? text(operation.description)?.slice(0, 200) ?? '',
    deprecated: flag(operation.deprecated) ?? false,
    isPublic: isPublic(root, operation, saysSecurity),
    saysReadOnly: operation['x-read-only'] === true,
    parameters,
    body,
    answers: answersOf(root, operation.responses),
    failures: failuresOf(root, operation.responses),
    // Copying all schemas of a large document takes seconds: only those of candidate operations are copied.
    get unusable() {
      if (unusable === undefined) unusable = why ?? firstProblem(standalone, [body, ...parameters]);
      return unusable;
    },
    written: [pathItem.parameters, pathItem.servers, operation],
    root,
    standalone,
  };
}

/** The document with the `$defs` of a body's schema; null if it has none. */
function ownDefinitions(root: unknown, requestBody: unknown): Members | null {
  const schema = membersOf(jsonOf(root, referredTo(root, requestBody)?.content)?.schema);
  const [defs, definitions] = [membersOf(schema?.$defs), membersOf(schema?.definitions)];
  if (defs === null && definitions === null) return null;
  return { ...membersOf(root), ...(defs && { $defs: defs }), ...(definitions && { definitions }) };
}

function firstProblem(
  standalone: Place['standalone'],
  parts: readonly ({ schema: unknown } | null)[],
): string | null {
  for (const part of parts) {
    const read = part === null ? null : standalone(part.schema);
    if (read?.ok === false) return read.why;
  }
  return null;
}

function readParameter(root: unknown, value: unknown): ApiParameter[] {
  const parameter = referredTo(root, value);
  const name = text(parameter?.name);
  const place = parameter?.in;
  if (parameter === null || name === null || (place !== 'path' && place !== 'query' && place !== 'header'))
    return [];
  const style = text(parameter.style) ?? (place === 'query' ? 'form' : 'simple');
  const json = parameter.schema === undefined ? jsonOf(root, parameter.content) : undefined;
  return [
    {
      name,
      place,
      required: place === 'path' || parameter.required === true,
      schema: parameter.schema ?? json?.schema ?? true,
      explode: flag(parameter.explode) ?? style === 'form',
      style,
      asJson: json !== undefined,
    },
  ];
}

const JSON_FORM = /^(?:(?:application|text)\/(?:[\w.-]+\+)?json\b|application\/\*|\*\/\*)/i;

/** A media type with its parameters (RFC 9110, §8.3.1) that is no range, and not the plain one, whose charset says nothing. */
const MEDIA_TYPE =
  /^(?!application\/json\s*(?:;\s*charset=[^;]*)?$)[\w.+-]+\/[\w.+-]+(?:\s*;\s*[\w.+-]+=(?:[\w.+-]+|"[\x20\x21\x23-\x5b\x5d-\x7e]*"))*$/i;

/** The JSON form among those of a `content` map: the plain one first. */
const jsonOf = (
  root: unknown,
  content: unknown,
): { schema: unknown; type: string | undefined } | undefined => {
  const forms = Object.entries(membersOf(content) ?? {}).filter(([type]) => JSON_FORM.test(type));
  const form = forms.find(([type]) => /^application\/json\b/i.test(type)) ?? forms[0];
  return (
    form && {
      schema: referredTo(root, form[1])?.schema ?? true,
      type: MEDIA_TYPE.exec(form[0])?.[0],
    }
  );
};

function readBody(root: unknown, value: unknown): { body: ApiOperation['body']; why?: string } {
  if (value === undefined) return { body: null };
  const declared = referredTo(root, value);
  const json = jsonOf(root, declared?.content);
  if (json === undefined) return { body: null, why: 'it takes no JSON body' };
  return { body: { ...json, required: declared?.required === true } };
}

/** Statuses of success; `default` stands for one where no other is declared. */
const SUCCESS = /^2(?:\d\d|XX)$/i;

function answersOf(root: unknown, responses: unknown): unknown[] {
  const declared = Object.entries(membersOf(responses) ?? {});
  const successes = declared.filter(([status]) => SUCCESS.test(status));
  return (successes.length > 0 ? successes : declared.filter(([status]) => status === 'default')).flatMap(
    ([, response]) => {
      const content = Object.entries(membersOf(referredTo(root, response)?.content) ?? {});
      const json = jsonOf(root, Object.fromEntries(content.filter(([type]) => !/problem/i.test(type))));
      return json === undefined ? [] : [json.schema];
    },
  );
}

const failuresOf = (root: unknown, responses: unknown): ApiOperation['failures'] =>
  Object.entries(membersOf(responses) ?? {}).flatMap(([status, response]) =>
    SUCCESS.test(status)
      ? []
      : Object.entries(membersOf(referredTo(root, response)?.content) ?? {}).flatMap(([type, form]) =>
          JSON_FORM.test(type) ? { status, schema: referredTo(root, form)?.schema ?? true } : [],
        ),
  );

/** Whether the document declares which operations need a key; schemes alone do not (OpenAPI 3.1, §4.8.10). */
function declaresSecurity(root: unknown, paths: Members): boolean {
  if (needsKey(member(root, 'security')) !== false) return true;
  return Object.values(paths).some((item) => {
    const pathItem = referredTo(root, item);
    return METHODS.some((method) => needsKey(referredTo(root, pathItem?.[method])?.security) !== false);
  });
}

/** Whether any choice needs a key: `false` if none, null if one of them is to send none. */
function needsKey(security: unknown): boolean | null {
  const schemes = list(security).map((choice) => Object.keys(membersOf(choice) ?? {}).length);
  if (!schemes.some((count) => count > 0)) return false;
  return schemes.includes(0) ? null : true;
}

/**
 * Whether an operation needs no key, by its own security or the document's; an empty list or a single empty choice
 * means none. An operation without security needs none if others declare it; else it is unknown.
 */
function isPublic(root: unknown, operation: Members, saysSecurity: boolean): boolean | null {
  const security = operation.security ?? member(root, 'security');
  if (!Array.isArray(security)) return saysSecurity ? true : null;
  const needs = needsKey(security);
  return needs === null ? null : !needs;
}

/** An id shared by several operations names none: method and path replace it. */
function renameDuplicateIds(operations: ApiOperation[], notices: Set<string>): void {
  const seen = new Map<string, number>();
  for (const { id } of operations) seen.set(id, (seen.get(id) ?? 0) + 1);
  for (const operation of operations) {
    if (seen.get(operation.id) === 1) continue;
    notices.add(
      `The document uses the operation id “${plainName(operation.id)}” more than once; these operations are named by method and path.`,
    );
    operation.id = `${operation.method} ${operation.path}`;
  }
}
