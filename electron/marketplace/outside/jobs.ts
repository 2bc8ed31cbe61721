import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { McpTool } from '#shared/contract/program/connections.ts';
import { type FormSchema, formSchema } from '#shared/form-schema.ts';
import { plainName } from '#shared/plain-text.ts';
import type { Role } from '../http/answer.ts';
import { type HeavyBody, type JsonBody, parseJson, TOO_HEAVY } from '../http/json-body.ts';
import { hiddenSecret } from '../http/without-secret.ts';
import { bindRoles } from '../openapi/binding.ts';
import { buildRequest } from '../openapi/build-request.ts';
import { type ApiDocument, type ApiOperation, readDocument } from '../openapi/document.ts';
import type { Built } from '../openapi/documented-request.ts';
import {
  cleanMap,
  manualBindingRefusal,
  membersOfOperation,
  type OperationMember,
  requestLine,
  suggestedMembers,
} from '../openapi/manual-binding.ts';
import type { ManualBinding, ManualBindings, PlainBindings } from '../openapi/plain-binding.ts';
import type { ReadRole, ToolRoleNames } from '../openapi/read-roles.ts';
import { cursorOf } from '../openapi/request-members.ts';
import { ROLE_FACTS } from '../openapi/roles.ts';
import { toolOperation, toolRoleNames } from '../openapi/tool-roles.ts';
import { type AnswerFieldChoice, answerFieldsOf, cleanChoices } from '../service/answer-choices.ts';
import type { AnswerChoices, MappedAnswer } from '../service/answer-map.ts';
import { answerMapOf, observedMap } from '../service/derive-map.ts';
import { failureForms } from '../service/failure-forms.ts';
import { isAnswerRole } from '../service/vocabulary.ts';
import { bounded, withoutLargeParts } from './bounded.ts';
import { lately } from './lately.ts';
import { checkAgainstSchema, type SchemaVerdict } from './tool-input.ts';

/**
 * The jobs on foreign structure: documents and schemas are parsed, expanded, compiled and checked only in the process that
 * runs them. Inputs and results are plain, bounded data.
 */

/** What the main process knows of a document. */
export type DocumentSummary = { openapi: string; title: string; notices: string[]; operations: number };

export type OperationSummary = {
  operationId: string;
  method: string;
  path: string;
  summary: string;
  /** Why the role cannot be bound to it manually, as words after "but"; null if it can. */
  refusal: string | null;
};

export type OperationDetail = OperationSummary & {
  members: OperationMember[];
};

/** An operation with a mapping, and the request that the user would confirm. */
type ConfirmableOperation = OperationDetail & {
  map: ManualBinding['members'];
  request: string;
  /** What the role needs of its answer, and where it is. */
  answer: AnswerFieldChoice[];
  /** What the user chose of it. */
  choices: AnswerChoices;
};

/** The document must be supplied again: the process was restarted. */
export type NotOpen = { open: false };

/** Longest texts that leave the process. */
const LONGEST = 500;
const MAX_NOTICES = 40;
const MAX_FOUND = 50;
/** A larger packed document is not kept, but fetched again. */
export const LARGEST_PACKED = 8 * 1024 * 1024;
export const LARGEST_DOCUMENT = 64 * 1024 * 1024;

const brief = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

/** The document that is open. */
let opened: { hash: string; document: ApiDocument; base: string; basePath: string } | null = null;
const openedAs = (hash: string) => (opened?.hash === hash ? opened : null);

type OpenedDocument =
  | {
      ok: true;
      hash: string;
      summary: DocumentSummary;
      /** The bytes to store; null if too many, or supplied packed. */
      packed: Uint8Array | null;
    }
  | { ok: false; why: string };

function openDocument(input: { bytes: Uint8Array; packed: boolean; base: string }): OpenedDocument {
  const bytes = input.packed
    ? inflateRawSync(input.bytes, { maxOutputLength: LARGEST_DOCUMENT })
    : Buffer.from(input.bytes.buffer, input.bytes.byteOffset, input.bytes.byteLength);
  const base = new URL(input.base);
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (opened?.hash !== hash || opened.base !== base.href) {
    const parsed = parseJson(bytes);
    const read = parsed.ok ? readDocument(parsed.value, base) : parsed;
    if (!read.ok) return read;
    const basePath = base.pathname.replace(/(?<!\/)\/+$/, '');
    opened = { hash, document: read.document, base: base.href, basePath };
  }
  const { document } = opened;
  const packed = input.packed ? null : deflateRawSync(bytes, { level: 3 });
  const { openapi, title, operations, notices } = document;
  return {
    ok: true,
    hash,
    summary: {
      openapi: brief(openapi),
      title: brief(title),
      notices: notices.slice(0, MAX_NOTICES).map(brief),
      operations: operations.length,
    },
    packed: packed !== null && packed.byteLength <= LARGEST_PACKED ? packed : null,
  };
}

function bindings(input: {
  hash: string;
  manual: ManualBindings;
}): { open: true; bindings: PlainBindings } | NotOpen {
  const current = openedAs(input.hash);
  if (current === null) return { open: false };
  const key = JSON.stringify([input.hash, current.base, input.manual]);
  return { open: true, bindings: lately(bound, key, () => bindingsOf(current, input.manual)) };
}

/** Of the documents that were open lately: a service mostly gives again what it gave before. */
const bound = new Map<string, PlainBindings>();

function bindingsOf(
  { document, basePath }: NonNullable<typeof opened>,
  manual: ManualBindings,
): PlainBindings {
  const plain = Object.entries(bindRoles({ document, basePath, manual })).map(([role, binding]) => {
    if (!binding.bound) return [role, { bound: false, why: brief(binding.why) }];
    const { operation, why, by } = binding;
    if (operation === null)
      return [
        role,
        { bound: true, by, why: brief(why), operation: null, method: binding.method, path: binding.path },
      ];
    const { id, method, path, isPublic, written } = operation;
    const answer = answerOf(role as Role, operation, by === 'user' ? binding.answer : undefined);
    if (!answer.ok) {
      const reason =
        by === 'user'
          ? `You bound it to “${plainName(id)}”, but ${answer.why}.`
          : `“${plainName(id)}” comes nearest, but ${answer.why}.${answer.byHand ? ' You can say by hand where it is.' : ''}`;
      return [role, { bound: false, why: brief(reason) }];
    }
    const members = binding.by === 'user' ? binding.members : {};
    const map = answer.map && { ...answer.map, ...cursorOf(operation, ROLE_FACTS[role as Role], members) };
    const mark = createHash('sha256')
      .update(JSON.stringify([id, method, path, written, map]))
      .digest('hex');
    const plain = { id, isPublic, mark, members, answer: map, failures: failureForms(operation) };
    return [role, { bound: true, by, why: brief(why), operation: plain, method, path }];
  });
  return withoutLostOutputs(Object.fromEntries(plain) as PlainBindings);
}

/** Without an order whose output could never be read: its answer declares none, and no status of a Call is read. */
function withoutLostOutputs(bindings: PlainBindings): PlainBindings {
  const { call, callStatus } = bindings;
  const kinds = call.bound ? call.operation?.answer?.variants : undefined;
  if (!call.bound || kinds === undefined || callStatus.bound) return bindings;
  if (kinds.some(({ fields }) => fields.output !== undefined)) return bindings;
  const why = `“${plainName(call.operation?.id ?? '')}” comes nearest, but no output of a Call is declared: its answer has none, and the status of a Call is not bound.`;
  return { ...bindings, call: { bound: false, why: brief(why) } };
}

/** Where an operation's answer holds what a role needs, or the needed field that it does not declare. */
function answerOf(
  role: Role,
  operation: ApiOperation,
  choices?: AnswerChoices,
): MappedAnswer | { ok: true; map: null } {
  if (role === 'sandboxReference') return { ok: true, map: null };
  if (role !== 'cancel') return answerMapOf(role, operation.answers, operation.root, choices);
  // What became of the Call is read from its status, whatever this answers.
  const made = answerMapOf('callStatus', operation.answers, operation.root);
  return made.ok ? made : { ok: true, map: observedMap('callStatus') };
}

function request(input: {
  hash: string;
  role: Role;
  operationId: string;
  /** Null if the role was bound by the rule. */
  hand: ManualBinding['members'] | null;
  members: Readonly<Record<string, unknown>>;
}): { open: true; built: Built } | NotOpen {
  const operation = openedAs(input.hash)?.document.operations.find(({ id }) => id === input.operationId);
  if (operation === undefined) return { open: false };
  const built = buildRequest(operation, ROLE_FACTS[input.role], input.members, input.hand ?? {});
  return { open: true, built };
}

/** Operations that a role may be bound to manually, best fit first; of many, the first that match the search. */
function operations(input: {
  hash: string;
  role: Role;
  find: string;
}): { open: true; operations: OperationSummary[] } | NotOpen {
  const current = openedAs(input.hash);
  if (current === null) return { open: false };
  const wanted = input.find.toLowerCase().split(/\s+/).filter(Boolean);
  const found = current.document.operations
    .filter(({ id, method, path, summary }) => {
      const text = `${id} ${method} ${path} ${summary}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    })
    .slice(0, 2_000)
    .map((operation) => {
      // Members can still be mapped: only an obstacle that no mapping removes counts here.
      const refusal = manualBindingRefusal(
        input.role,
        operation,
        suggestedMembers(input.role, operation),
        current.basePath,
      );
      return { operation, refusal };
    });
  const sorted = [
    ...found.filter((one) => one.refusal === null),
    ...found.filter((one) => one.refusal !== null),
  ];
  return {
    open: true,
    operations: sorted.slice(0, MAX_FOUND).map(({ operation, refusal }) => ({
      operationId: operation.id,
      method: operation.method,
      path: brief(operation.path),
      summary: brief(operation.summary),
      refusal: refusal === null ? null : brief(refusal),
    })),
  };
}

/** An operation with its members and a suggested mapping for a role. */
function operation(input: {
  hash: string;
  role: Role;
  operationId: string;
  members: Readonly<Record<string, string | null>> | null;
  answer: AnswerChoices;
}): { open: true; operation: ConfirmableOperation | null } | NotOpen {
  const current = openedAs(input.hash);
  if (current === null) return { open: false };
  const one = current.document.operations.find(({ id }) => id === input.operationId);
  if (one === undefined) return { open: true, operation: null };
  const map = cleanMap(input.role, one, input.members ?? suggestedMembers(input.role, one));
  const { answer, choices, lacks } = answerByHand(input.role, one, input.answer);
  const refusal = manualBindingRefusal(input.role, one, map, current.basePath) ?? lacks;
  return {
    open: true,
    operation: {
      operationId: one.id,
      method: one.method,
      path: brief(one.path),
      summary: brief(one.summary),
      refusal: refusal === null ? null : brief(refusal),
      members: membersOfOperation(input.role, one, map),
      map,
      request: requestLine(input.role, one, map),
      answer,
      choices,
    },
  };
}

/** What a role needs of an operation's answer with the user's choices, and what it lacks, as words after "but". */
function answerByHand(
  role: Role,
  one: ApiOperation,
  given: AnswerChoices,
): { answer: AnswerFieldChoice[]; choices: AnswerChoices; lacks: string | null } {
  if (!isAnswerRole(role)) return { answer: [], choices: {}, lacks: null };
  const choices = cleanChoices(answerFieldsOf(role, one.answers, one.root, given), given);
  const mapped = answerMapOf(role, one.answers, one.root, choices);
  return {
    answer: answerFieldsOf(role, one.answers, one.root, choices).map((field) => ({
      ...field,
      at: field.at === null ? null : brief(field.at),
    })),
    choices,
    lacks: mapped.ok ? null : mapped.why,
  };
}

/** Searches a heavy answer for the key and parses it. Its bytes are null where they are those that came. */
function readAnswer(given: HeavyBody): { bytes: Uint8Array<ArrayBuffer> | null; json: JsonBody } {
  const { secret, isComplete, mostValues, mayLeaveOut } = given;
  // Views of the process's messages are longer than what they show.
  const asCame = new Uint8Array(given.bytes);
  let bytes = hiddenSecret(asCame, secret, isComplete);
  let json: JsonBody = mostValues === null ? { ok: true, value: null } : parseJson(bytes, mostValues);
  if (json.ok && mayLeaveOut) json = { ...json, value: withoutLargeParts(json.value) };
  if (json.ok && !bounded(json, LARGEST_ANSWER)) json = { ok: false, why: TOO_HEAVY };
  if (!json.ok) bytes = hiddenSecret(bytes, secret, false);
  return { bytes: Buffer.compare(bytes, asCame) === 0 ? null : bytes, json };
}

/** What the main process takes over of an answer in some ten milliseconds. */
const LARGEST_ANSWER = { nodes: 30_000, characters: 1_000_000 };

/** Recently parsed Tool schemas by their text: a form sends the same one with every change. */
const schemas = new Map<string, unknown>();

const schemaOf = (text: string): unknown => lately(schemas, text, () => JSON.parse(text) as unknown);

const checkInput = (input: { schema: string; input: Record<string, unknown> }): SchemaVerdict =>
  checkAgainstSchema(schemaOf(input.schema), input.input);

const form = (input: { schema: string }): FormSchema => formSchema(schemaOf(input.schema));

const mcpRoles = (input: { tools: readonly McpTool[] }): ToolRoleNames => toolRoleNames(input.tools);

function mcpInput(input: {
  role: ReadRole;
  tool: McpTool;
  members: Readonly<Record<string, unknown>>;
}): { ok: true; body: string } | { ok: false; why: string } {
  const built = buildRequest(toolOperation(input.tool), ROLE_FACTS[input.role], input.members);
  return built.ok ? { ok: true, body: built.request.body ?? '{}' } : built;
}

export const JOBS = {
  readAnswer,
  openDocument,
  bindings,
  request,
  operations,
  operation,
  checkInput,
  form,
  mcpRoles,
  mcpInput,
} as const;

type Jobs = typeof JOBS;
export type JobName = keyof Jobs;
export type JobInput<Name extends JobName> = Parameters<Jobs[Name]>[0];
export type JobOutput<Name extends JobName> = ReturnType<Jobs[Name]>;
