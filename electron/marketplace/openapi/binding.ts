import { ownEntry } from '#shared/own-entry.ts';
import { plainName, plainText } from '#shared/plain-text.ts';
import { ROLES, type Role } from '../http/answer.ts';
import type { AnswerChoices } from '../service/answer-map.ts';
import { type BoundByContract, boundByContract } from './bound-by-contract.ts';
import type { ApiDocument, ApiOperation } from './document.ts';
import { type Fitness, fitness, otherAct, saysAbout } from './fitness.ts';
import { actingValue, manualBindingRefusal, requestLine, suggestedMembers } from './manual-binding.ts';
import type { ManualBindings } from './plain-binding.ts';
import type { MemberMap } from './request-members.ts';
import { ROLE_FACTS } from './roles.ts';

/** How a role is bound to an operation. */
type Binding =
  | { bound: true; by: 'contract'; operation: ApiOperation; why: string }
  | {
      bound: true;
      by: 'user';
      operation: ApiOperation;
      members: MemberMap;
      answer?: AnswerChoices | undefined;
      why: string;
    }
  | { bound: true; by: 'words'; operation: ApiOperation; score: number; why: string }
  | BoundByContract;

export type Bindings = Readonly<Record<Role, Binding>>;

export type BindingInput = {
  document: ApiDocument;
  /** Path of the marketplace's own address, prefixed to every documented path; empty if none. */
  basePath: string;
  manual: ManualBindings;
};

/**
 * Binds every role to an operation: manually if the user did, else by the contract's method and path, else by the
 * role's words in the document, confirmed by security and members. A tie or no match leaves the role unbound, with a
 * reason. Pure.
 */
export function bindRoles(input: BindingInput): Bindings {
  const { operations } = input.document;
  const documented = documentedOperations(operations, input.basePath);
  const taken = new Set(documented.values());
  const free = operations.filter((operation) => !taken.has(operation));
  const byRule = ROLES.map((role): [Role, Binding] => [
    role,
    bindManually(role, input) ??
      bindByContract(role, input.basePath, documented.get(role), () =>
        bindByBestFit(role, free, input.basePath),
      ) ??
      bindByBestFit(role, free, input.basePath),
  ]);
  return Object.fromEntries(withoutSharedOperations(byRule)) as Record<Role, Binding>;
}

/** Binds roles by words alone, as for a document with none of the contract's paths. Pure. */
export function bindByWords(operations: readonly ApiOperation[]): Bindings {
  const byRule = ROLES.map((role): [Role, Binding] => [role, bindByBestFit(role, operations, '')]);
  return Object.fromEntries(withoutSharedOperations(byRule)) as Record<Role, Binding>;
}

function bindManually(role: Role, input: BindingInput): Binding | undefined {
  const written = ownEntry(input.manual, role);
  if (written === undefined) return undefined;
  const { operationId: id, members, request, answer } = written;
  const operation = input.document.operations.find((one) => one.id === id);
  if (operation === undefined)
    return {
      bound: false,
      why: `You bound it to “${id}”, which the document no longer has. Choose another, or return to the rule.`,
    };
  const refusal = manualBindingRefusal(role, operation, members, input.basePath);
  if (refusal !== null) return { bound: false, why: `You bound it to “${id}”, but ${refusal}.` };
  const now = requestLine(role, operation, members);
  // A document may give the id of a confirmed operation to another one: the user confirmed a request, not a name.
  if (now !== request)
    return {
      bound: false,
      why: `You confirmed “${id}” as ${shown(request)}, and the document changed it to ${shown(now)}. Bind it again if you want that.`,
    };
  return { bound: true, by: 'user', operation, members, answer, why: 'You bound it by hand.' };
}

const shown = (text: string): string => plainText(text, 120);

/**
 * The operations that the contract shows (§4): where it shows them, or else at the same declared path on a server of the
 * marketplace's that has a path of its own.
 */
function documentedOperations(
  operations: readonly ApiOperation[],
  basePath: string,
): ReadonlyMap<Role, ApiOperation> {
  return new Map(
    ROLES.flatMap((role) => {
      const shown = ROLE_FACTS[role].documented;
      if (shown === undefined) return [];
      const declared = operations.filter(({ method }) => shown.method === null || shown.method === method);
      const operation =
        declared.find(({ path }) => path === `${basePath}${shown.path}`) ??
        declared.find(({ declaredPath }) => declaredPath === shown.path);
      return operation === undefined ? [] : [[role, operation] as const];
    }),
  );
}

/**
 * A role that the contract shows: by its declaration; where there is none, by an operation elsewhere that says the role's
 * words and what it is about; else as the contract shows it. Undefined where it shows nothing of the role.
 */
function bindByContract(
  role: Role,
  basePath: string,
  operation: ApiOperation | undefined,
  elsewhere: () => Binding,
): Binding | undefined {
  if (operation?.unusable === null)
    return { bound: true, by: 'contract', operation, why: 'The contract shows its method and path (§4).' };
  const shown = boundByContract(
    role,
    basePath,
    operation === undefined
      ? 'The service’s document does not declare it.'
      : `Its declaration cannot be used: ${operation.unusable}.`,
  );
  if (shown?.bound !== true || operation !== undefined) return shown;
  const found = elsewhere();
  return found.bound && found.operation !== null && saysAbout(role, found.operation) ? found : shown;
}

function bindByBestFit(role: Role, operations: readonly ApiOperation[], basePath: string): Binding {
  const fitnesses = operations.map((operation) => {
    const fit = fitness(role, operation);
    return { operation, fit: fit.fits ? (notByItself(role, operation) ?? fit) : fit };
  });
  const fits = fitnesses
    .flatMap(({ operation, fit }) => (fit.fits ? [{ operation, ...fit }] : []))
    .sort((a, b) => b.score - a.score);
  const [best, second] = fits;
  if (best === undefined) return { bound: false, why: whyNone(role, fitnesses, basePath) };
  if (second !== undefined && second.score === best.score) {
    const tied = fits.filter(({ score }) => score === best.score).map(({ operation }) => `“${operation.id}”`);
    return {
      bound: false,
      why: `Several operations fit equally well: ${tied.slice(0, 4).join(', ')}. Choose one.`,
    };
  }
  return { bound: true, by: 'words', operation: best.operation, score: best.score, why: best.because };
}

/** Nearer than every obstacle: the user may know that it is the one. */
const NEAREST = 20;
/** What fits by its words and may do something else; null for what does not. */
function notByItself(role: Role, operation: ApiOperation): Fitness | null {
  const other = otherAct(role, operation);
  const why =
    other === null
      ? actingValue(role, operation)
      : `says “${plainName(other)}” too, and may do something else`;
  return why === null ? null : { fits: false, stage: NEAREST, why: `it ${why}` };
}

/** Why no operation fits: the obstacle for the nearest one, or that none contains the role's words. */
function whyNone(
  role: Role,
  fitnesses: readonly { operation: ApiOperation; fit: Fitness }[],
  basePath: string,
): string {
  const { own } = ROLE_FACTS[role];
  const nearest = fitnesses
    .flatMap(({ operation, fit }) => (fit.fits || fit.stage === 0 ? [] : [{ operation, ...fit }]))
    .sort((a, b) => b.stage - a.stage)[0];
  if (nearest === undefined)
    return `No operation of the document says “${own[0]}” in its id, path, summary or tags.`;
  const { operation, why, stage } = nearest;
  const wayOn =
    stage === NEAREST &&
    manualBindingRefusal(role, operation, suggestedMembers(role, operation), basePath) === null
      ? ' It can be bound by hand.'
      : '';
  return `“${plainName(operation.id)}” comes nearest, but ${why}.${wayOn}`;
}

/** Two roles cannot share an operation: the better fit gets it, and the user is asked about the other. */
function withoutSharedOperations(bindings: readonly [Role, Binding][]): [Role, Binding][] {
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
