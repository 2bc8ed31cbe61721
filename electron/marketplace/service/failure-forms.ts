import { membersOf, text } from '../answers/reading.ts';
import { declaredShapes } from './declared-shape.ts';

/** What an operation declares of one answer that is no success, as far as its own members tell. */
export type FailureForm = { status: string; members: readonly FormMember[] };
/** `types`: empty where any is declared; `values`: the only ones, where they are texts. */
type FormMember = {
  name: string;
  needed: boolean;
  types: readonly string[];
  values: readonly string[] | null;
};

const MAX_FORMS = 60;
const MAX_MEMBERS = 40;
/** In characters. */
const LONGEST_FORM = 10_000;

/** The forms of an operation's failures. Runs where documents are read: schemas are foreign and may be of any size. */
export function failureForms(operation: {
  failures: readonly { status: string; schema: unknown }[];
  root: unknown;
}): FailureForm[] {
  const shapes = declaredShapes(operation.root);
  return operation.failures
    .flatMap(({ status, schema }) =>
      shapes(schema).map(({ properties }) => ({
        status,
        members: [...properties].slice(0, MAX_MEMBERS).map(([name, { schema: own, required }]) => {
          const forms = shapes(own);
          const values = forms.flatMap((form) => form.values ?? [null]);
          const areFew = values.length > 0 && values.length <= MAX_MEMBERS;
          return {
            ...{ name, needed: required },
            types: forms.some(({ types }) => types.length === 0) ? [] : forms.flatMap(({ types }) => types),
            values: areFew && values.every((value) => typeof value === 'string') ? values : null,
          };
        }),
      })),
    )
    .filter(({ members }) => members.length > 0 && JSON.stringify(members).length <= LONGEST_FORM)
    .slice(0, MAX_FORMS);
}

/** Whether a failure is one that its operation declares, or has the form seen live. A form that demands nothing shows nothing. */
export function isDeclaredFailure(forms: readonly FailureForm[], status: number, body: unknown): boolean {
  const said = membersOf(body);
  if (said === null) return false;
  const of = (written: string) => forms.filter((form) => form.status.toUpperCase() === written);
  const declared = [`${status}`, `${Math.floor(status / 100)}XX`, 'DEFAULT']
    .map(of)
    .find((some) => some.length > 0);
  return isProblem(status, body) || (declared ?? []).some(({ members }) => hasForm(members, said));
}

/** Fewer members than this show nothing: `{"message": "Forbidden"}` is what gateways say too. */
const TELLING = 2;

const hasForm = (members: FailureForm['members'], said: Readonly<Record<string, unknown>>): boolean =>
  members.filter(({ name }) => Object.hasOwn(said, name) && said[name] !== null).length >= TELLING &&
  members.every(({ name, needed, types, values }) => {
    if (!Object.hasOwn(said, name)) return !needed;
    const value = said[name];
    if (value === null) return true;
    if (values !== null && !(typeof value === 'string' && values.includes(value))) return false;
    return types.length === 0 || types.some((type) => isOfType(value, type));
  });

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return type === 'object' ? membersOf(value) !== null : typeof value === type;
}

/** Problem details as seen live: with a stable code of letters, and a kind, or a title and the status. What is in between sends neither. */
export function isProblem(status: number, body: unknown): boolean {
  const said = membersOf(body);
  if (said === null || !/^[a-z][\w.-]*$/i.test(text(said.code) ?? '')) return false;
  return (said.status === status && text(said.title) !== null) || KINDS.has(text(said.kind) ?? '');
}

const KINDS = new Set([
  'INVALID_ARGUMENT',
  'FAILED_PRECONDITION',
  'UNAUTHENTICATED',
  'PERMISSION_DENIED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'ALREADY_EXISTS',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RESOURCE_EXHAUSTED',
  'INTERNAL',
  'UNAVAILABLE',
]);
