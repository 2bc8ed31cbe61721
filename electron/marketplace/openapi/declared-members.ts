import { list, type Members, membersOf, texts } from '../answers/reading.ts';
import { boundedPattern } from './bounded-pattern.ts';
import { atPointer, referencesOf } from './pointer.ts';

/**
 * A member that a schema declares. `schema` is what the schema says of it in all its sure parts together; references
 * in it lead into the same root.
 */
export type DeclaredMember = { name: string; required: boolean; schema: unknown };

/** Parts that contain themselves several times over would never come to an end. */
const MOST_PARTS = 2_000;
const DEEPEST = 24;
/** A pattern may take its time, and one that is looked at costs more than a name. */
const MOST_PATTERNS = 20;

type Found = { required: boolean; schemas: unknown[] };

/**
 * The members that a schema declares for an object, wherever it says so: by itself, through `$ref`, in every part of
 * `allOf`; in the choices of `anyOf` and `oneOf`, in `then`, `else` and `dependentSchemas`, which count as optional
 * unless every choice requires them. A name that is only required, and nowhere described, takes any value. References
 * lead into `root`.
 * @param sent members that will be there: of several choices those count that declare them, and what hangs on them holds
 */
export function declaredMembers(
  schema: unknown,
  root: unknown = schema,
  sent: readonly string[] = [],
): DeclaredMember[] {
  let visited = 0;
  const visit = (part: unknown, depth: number): Map<string, Found> => {
    const found = new Map<string, Found>();
    const members = membersOf(part);
    if (members === null || depth > DEEPEST || ++visited > MOST_PARTS) return found;
    const at = (name: string): Found => {
      const known = found.get(name) ?? { required: false, schemas: [] };
      found.set(name, known);
      return known;
    };
    const take = (inner: ReadonlyMap<string, Found>, surely: boolean): void => {
      for (const [name, { required, schemas }] of inner) {
        const known = at(name);
        known.required ||= surely && required;
        // What only a choice says of a member bounds it only in that choice.
        if (surely || known.schemas.length === 0) known.schemas.push(...schemas);
      }
    };
    for (const [name, inner] of Object.entries(membersOf(members.properties) ?? {}))
      at(name).schemas.push(inner);
    for (const name of texts(members.required)) {
      const known = at(name);
      known.required = true;
      if (!Object.hasOwn(membersOf(members.properties) ?? {}, name))
        known.schemas.push(...ruleFor(name, members));
    }
    for (const reference of referencesOf(root, members))
      take(visit(atPointer(root, reference), depth + 1), true);
    for (const inner of list(members.allOf)) take(visit(inner, depth + 1), true);
    for (const choices of [members.anyOf, members.oneOf])
      takeChoices(thoseFor(list(choices).map((inner) => visit(inner, depth + 1))));
    if (holds(members.if)) take(visit(members.then, depth + 1), true);
    else takeChoices([members.then ?? true, members.else ?? true].map((inner) => visit(inner, depth + 1)));
    for (const [name, inner] of Object.entries(membersOf(members.dependentSchemas) ?? {}))
      take(visit(inner, depth + 1), sent.includes(name));
    for (const [name, brought] of Object.entries(membersOf(members.dependentRequired) ?? {}))
      if (sent.includes(name)) for (const one of texts(brought)) at(one).required = true;
    return found;

    /** Of several choices those that declare the most of what is sent. */
    function thoseFor(choices: readonly Map<string, Found>[]): readonly Map<string, Found>[] {
      const declared = choices.map((choice) => sent.filter((name) => choice.has(name)).length);
      const most = declared.reduce((one, other) => Math.max(one, other), 0);
      return choices.filter((_choice, place) => declared[place] === most);
    }

    function takeChoices(choices: readonly Map<string, Found>[]): void {
      for (const name of new Set(choices.flatMap((choice) => [...choice.keys()]))) {
        const said = choices.flatMap((choice) => choice.get(name) ?? []);
        const everywhere = said.length === choices.length;
        const schemas = [...new Set(said.map((one) => together(one.schemas)))];
        const known = at(name);
        known.required ||= everywhere && said.every(({ required }) => required);
        // What only one choice says of a member bounds it only there.
        if (everywhere || known.schemas.length === 0)
          known.schemas.push(schemas.length === 1 ? schemas[0] : { anyOf: schemas });
      }
    }
  };
  /** Whether a condition surely holds: it wants nothing but members that are sent. */
  const holds = (condition: unknown): boolean => {
    const wanted = membersOf(condition);
    return (
      wanted !== null &&
      Object.keys(wanted).every((key) => key === 'required') &&
      texts(wanted.required).every((name) => sent.includes(name))
    );
  };
  return [...visit(schema, 0)].map(([name, { required, schemas }]) => ({
    name,
    required: required && !schemas.some((one) => isReadOnly(one, root)),
    schema: together(schemas),
  }));
}

/** What a schema says of a member that its `properties` do not name. */
function ruleFor(name: string, { patternProperties, additionalProperties }: Members): unknown[] {
  const patterns = Object.entries(membersOf(patternProperties) ?? {})
    .slice(0, MOST_PATTERNS)
    .filter(([pattern]) => isMatch(pattern, name))
    .map(([, inner]) => inner);
  return patterns.length > 0 || membersOf(additionalProperties) === null ? patterns : [additionalProperties];
}

function isMatch(pattern: string, name: string): boolean {
  try {
    return boundedPattern(pattern, 'u').test(name);
  } catch {
    // What is no pattern here, or takes too long, says nothing of a member.
    return false;
  }
}

/** What only an answer has is required of the answer alone (OpenAPI 3.0.3, `readOnly`). */
export function isReadOnly(schema: unknown, root: unknown): boolean {
  const members = membersOf(schema);
  if (members === null) return false;
  return (
    members.readOnly === true ||
    referencesOf(root, members).some((reference) => membersOf(atPointer(root, reference))?.readOnly === true)
  );
}

/** Several schemas of one member are one: all of them hold. */
function together(schemas: readonly unknown[]): unknown {
  const [first = true, ...others] = [...new Set(schemas)];
  return others.length === 0 ? first : { allOf: [first, ...others] };
}
