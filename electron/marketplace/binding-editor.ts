import { fail } from '#shared/contract/failure.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { ROLES, type Role } from './http/answer.ts';
import type { ManualBindings } from './openapi/plain-binding.ts';
import { ROLE_FACTS } from './openapi/roles.ts';
import type { OperationDetail, OperationSummary } from './outside/jobs.ts';
import type { AnswerFieldChoice } from './service/answer-choices.ts';
import type { AnswerChoices } from './service/answer-map.ts';
import type { ServiceDocument } from './service-document.ts';

type Given = Readonly<Record<string, string | null>>;

/** An operation next to a role's members, with the mapping that would be bound. */
export type Proposal = OperationDetail & {
  role: Role;
  words: string;
  /** The role's members, required ones first. */
  wanted: { name: string; needed: boolean }[];
  /** The operation's member mapped to each. */
  map: Given;
  /** The request that the user confirms by binding it. */
  request: string;
  /** What the role needs of its answer, with the declared places that may hold it. */
  answer: AnswerFieldChoice[];
  /** Those that the user mapped, which the confirmation names. */
  choices: AnswerChoices;
};

/** Throws contract errors. */
export type BindingEditor = {
  operations(role: string, find: string): Promise<OperationSummary[]>;
  /** An operation next to a role, with the user's mapping or a suggested one. */
  propose(
    role: string,
    operationId: string,
    members: Given | null,
    answer: AnswerChoices | null,
  ): Promise<Proposal>;
  /** Binds a proposal. The caller must have had it confirmed outside the page. */
  bind(proposal: Proposal): Promise<void>;
  /** Removes a manual binding: the role follows the rule again. */
  release(role: string): Promise<void>;
};

type Deps = {
  document: ServiceDocument;
  manual: { read(): ManualBindings; write(bindings: ManualBindings): void };
  onChange: () => void;
};

const roleNamed = (name: string): Role =>
  ROLES.find((role) => role === name) ?? fail('no_such_role', 'Milepost has no such role.');

/** Lists, proposes, binds and removes manual bindings. */
export function createBindingEditor({ document, manual, onChange }: Deps): BindingEditor {
  const changed = async (bindings: ManualBindings): Promise<void> => {
    manual.write(bindings);
    await document.bindAgain();
    onChange();
  };
  return {
    async operations(name, find) {
      const role = roleNamed(name);
      const done = await document.run('operations', { role, find: find.slice(0, 200) });
      return done.ok
        ? done.value.operations
        : fail('document_unusable', `The operations cannot be shown: ${done.why}.`);
    },

    async propose(name, operationId, members, answer) {
      const role = roleNamed(name);
      const before = ownEntry(manual.read(), role);
      // An existing mapping is shown again instead of a new suggestion.
      const same = before?.operationId === operationId ? before : undefined;
      const given = members ?? (same === undefined ? null : fromMap(same.members));
      const chosen = answer ?? same?.answer ?? {};
      const done = await document.run('operation', { role, operationId, members: given, answer: chosen });
      if (!done.ok) fail('document_unusable', `The operation cannot be shown: ${done.why}.`);
      const { operation } = done.value;
      if (operation === null)
        fail(
          'no_such_operation',
          'The service’s document has no such operation. Read it again and choose from the list.',
        );
      const facts = ROLE_FACTS[role];
      return {
        ...operation,
        role,
        words: facts.words,
        wanted: [
          ...facts.needs.map((one) => ({ name: one, needed: true })),
          ...facts.may.map((one) => ({ name: one, needed: false })),
          ...(facts.extra ?? []).map((one) => ({ name: one, needed: operation.map[one] != null })),
        ],
        map: fromMap(operation.map),
      };
    },

    async bind({ role, operationId, map, request, choices }) {
      const { [role]: _, ...others } = manual.read();
      await changed({
        ...others,
        [role]: { operationId, members: { ...map }, request, answer: { ...choices } },
      });
    },

    async release(name) {
      const { [roleNamed(name)]: _, ...others } = manual.read();
      await changed(others);
    },
  };
}

const fromMap = (map: Readonly<Partial<Record<string, string | null>>>): Record<string, string | null> =>
  Object.fromEntries(Object.entries(map).map(([name, own]) => [name, own ?? null]));
