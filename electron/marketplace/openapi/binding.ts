import { plainName } from '#shared/plain-text.ts';
import { ROLES, type Role } from '../http/answer.ts';
import { refusalByHand } from './by-hand.ts';
import type { ApiDocument, ApiOperation } from './document.ts';
import { type Fitness, fitness } from './fitness.ts';
import type { MemberMap } from './member-places.ts';
import { ROLE_FACTS } from './roles.ts';

/** How a role was bound to an operation. */
export type Binding =
  | { bound: true; by: 'contract'; operation: ApiOperation; why: string }
  | { bound: true; by: 'user'; operation: ApiOperation; members: MemberMap; why: string }
  | { bound: true; by: 'words'; operation: ApiOperation; score: number; why: string }
  /** The contract shows method and path, and there is no declaration of them to go by. */
  | { bound: true; by: 'contract'; operation: null; method: string; path: string; why: string }
  | { bound: false; why: string };

export type Bindings = Readonly<Record<Role, Binding>>;

/** A role that the user bound by hand: the operation's id, and which of its members stand for the role's. */
export type ManualBinding = { operationId: string; members: MemberMap };

/** Roles that the user bound by hand. Files of the versions before hold the operation's id alone. */
export type ManualBindings = Readonly<Record<string, string | ManualBinding>>;

export const manualBinding = (written: string | ManualBinding): ManualBinding =>
  typeof written === 'string' ? { operationId: written, members: {} } : written;

export type BindingInput = {
  /** Null where there is none that could be read; `whyNone` then says why. */
  document: ApiDocument | null;
  whyNone: string;
  /** Path of the marketplace's own address, before every documented path; empty where it has none. */
  basePath: string;
  manual: ManualBindings;
};

/**
 * Binds every role to an operation: by the user’s hand where there is one, by the contract's method and
 * path where it shows one, else by the role's words in the document, confirmed by security and members. A tie or no
 * match leaves the role unbound and says so. Pure.
 */
export function bindRoles(input: BindingInput): Bindings {
  const operations = input.document?.operations ?? [];
  const documented = new Set(
    operations.filter((operation) => documentedRole(operation, input.basePath) !== undefined),
  );
  const free = operations.filter((operation) => !documented.has(operation));
  const byRule = ROLES.map((role): [Role, Binding] => [
    role,
    byHand(role, input) ?? byContract(role, input) ?? byWords(role, free, input),
  ]);
  return Object.fromEntries(withoutSharing(byRule)) as Record<Role, Binding>;
}

/** Binds roles to `operations` by their words alone, as for a document in which the contract shows none of them. Pure. */
export function bindByWords(operations: readonly ApiOperation[]): Bindings {
  const document = { openapi: '', title: '', operations: [...operations], notices: [] };
  const input = { document, whyNone: '', basePath: '', manual: {} };
  const byRule = ROLES.map((role): [Role, Binding] => [role, byWords(role, operations, input)]);
  return Object.fromEntries(withoutSharing(byRule)) as Record<Role, Binding>;
}

function byHand(role: Role, input: BindingInput): Binding | undefined {
  const written = Object.hasOwn(input.manual, role) ? input.manual[role] : undefined;
  if (written === undefined || input.document === null) return undefined;
  const { operationId: id, members } = manualBinding(written);
  const operation = input.document.operations.find((one) => one.id === id);
  if (operation === undefined)
    return {
      bound: false,
      why: `You bound it to “${id}”, which the document no longer has. Choose another, or return to the rule.`,
    };
  const refusal = refusalByHand(role, operation, members, input.basePath);
  if (refusal !== null) return { bound: false, why: `You bound it to “${id}”, but ${refusal}.` };
  return { bound: true, by: 'user', operation, members, why: 'You bound it by hand.' };
}

function documentedRole(operation: ApiOperation, basePath: string): Role | undefined {
  return ROLES.find((role) => {
    const shown = ROLE_FACTS[role].documented;
    return (
      shown !== undefined &&
      operation.path === `${basePath}${shown.path}` &&
      (shown.method === null || shown.method === operation.method)
    );
  });
}

function byContract(role: Role, input: BindingInput): Binding | undefined {
  const shown = ROLE_FACTS[role].documented;
  if (shown === undefined) return undefined;
  const path = `${input.basePath}${shown.path}`;
  const operation = input.document?.operations.find((one) => documentedRole(one, input.basePath) === role);
  if (operation !== undefined && operation.unusable === null)
    return { bound: true, by: 'contract', operation, why: 'The contract shows its method and path (§4).' };
  if (shown.method === null)
    return {
      bound: false,
      why: 'The contract shows its path but not its method, and the service’s document does not declare it.',
    };
  const without =
    operation === undefined
      ? 'The service’s document does not declare it.'
      : `Its declaration cannot be used: ${operation.unusable}.`;
  return {
    bound: true,
    by: 'contract',
    operation: null,
    method: shown.method,
    path,
    why: `The contract shows its method and path (§4). ${input.document === null ? 'There is no document to check it against.' : without}`,
  };
}

function byWords(role: Role, operations: readonly ApiOperation[], input: BindingInput): Binding {
  if (input.document === null)
    return { bound: false, why: `The contract does not show where this is, and ${input.whyNone}.` };
  const judged = operations.map((operation) => ({ operation, fit: fitness(role, operation) }));
  const fits = judged
    .flatMap(({ operation, fit }) => (fit.fits ? [{ operation, ...fit }] : []))
    .sort((a, b) => b.score - a.score);
  const [best, second] = fits;
  if (best === undefined) return { bound: false, why: whyNone(role, judged) };
  if (second !== undefined && second.score === best.score) {
    const tied = fits.filter(({ score }) => score === best.score).map(({ operation }) => `“${operation.id}”`);
    return {
      bound: false,
      why: `Several operations fit equally well: ${tied.slice(0, 4).join(', ')}. Choose one.`,
    };
  }
  return { bound: true, by: 'words', operation: best.operation, score: best.score, why: best.because };
}

/** Why no operation plays a role: what keeps the nearest one from it, or that none says a word of it. */
function whyNone(role: Role, judged: readonly { operation: ApiOperation; fit: Fitness }[]): string {
  const { own } = ROLE_FACTS[role];
  const nearest = judged
    .flatMap(({ operation, fit }) => (fit.fits || fit.stage === 0 ? [] : [{ operation, ...fit }]))
    .sort((a, b) => b.stage - a.stage)[0];
  return nearest === undefined
    ? `No operation of the document says “${own[0]}” in its id, path, summary or tags.`
    : `“${plainName(nearest.operation.id)}” comes nearest, but ${nearest.why}.`;
}

/** One operation cannot play two roles: the one that it fits better has it, and the user is asked for the other. */
function withoutSharing(bindings: readonly [Role, Binding][]): [Role, Binding][] {
  return bindings.map(([role, binding]) => {
    if (!binding.bound || binding.by !== 'words') return [role, binding];
    const other = bindings.find(
      ([otherRole, one]) =>
        otherRole !== role &&
        one.bound &&
        one.operation === binding.operation &&
        (one.by !== 'words' || one.score >= binding.score),
    );
    if (other === undefined) return [role, binding];
    return [
      role,
      {
        bound: false,
        why:
          other[1].bound && other[1].by === 'user'
            ? `“${binding.operation.id}” fits, but you bound it to “${ROLE_FACTS[other[0]].words}”.`
            : `“${binding.operation.id}” also fits “${ROLE_FACTS[other[0]].words}”. Choose which of the two it is.`,
      },
    ];
  });
}
