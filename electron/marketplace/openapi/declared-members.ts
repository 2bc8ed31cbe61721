import { list, type Members, membersOf, texts } from '../answers/reading.ts';
import { atPointer, referencesOf } from '../service/pointer.ts';
import { boundedPattern } from './bounded-pattern.ts';

/**
 * A member that a schema declares. `schema` combines everything that certainly applies to it; its references lead
 * into the same root.
 */
export type DeclaredMember = { name: string; required: boolean; schema: unknown };

/** Bounds schemas that contain themselves. */
const MAX_PARTS = 2_000;
const DEEPEST = 24;
/** Matching a pattern costs more than comparing a name. */
const MAX_PATTERNS = 20;
/** Names looked at in all parts together, each time one is: parts may share a schema of thousands. */
const MAX_NAMES = 50_000;

type Said = { required: boolean; schemas: unknown[] };

/**
 * The members that a schema declares for an object: directly, through `$ref`, in every part of `allOf`; in `anyOf`,
 * `oneOf`, `then`, `else` and `dependentSchemas`, as optional unless every choice requires them. A required name
 * without a schema takes any value. References lead into `root`.
 * @param sent members that will be present: they select among choices and fulfil conditions
 */
export function declaredMembers(
  schema: unknown,
  root: unknown = schema,
  sent: readonly string[] = [],
): readonly DeclaredMember[] {
  const declaring = soleTarget(schema, root);
  const [inRoot, within] = [membersOf(root), membersOf(declaring)];
  if (inRoot === null || within === null) return findMembers(declaring, root, sent);
  const inSchemas = found.get(inRoot) ?? new WeakMap<Members, Found>();
  found.set(inRoot, inSchemas);
  const ofSchema = inSchemas.get(within) ?? new Map();
  inSchemas.set(within, ofSchema);
  const key = JSON.stringify(sent);
  const members = ofSchema.get(key) ?? findMembers(declaring, root, sent);
  ofSchema.set(key, members);
  return members;
}

type Found = Map<string, readonly DeclaredMember[]>;
/** What each schema of a document declares, by the members sent: many operations may share one. */
const found = new WeakMap<Members, WeakMap<Members, Found>>();

/** The schema that a mere reference leads to, or the schema itself. */
function soleTarget(schema: unknown, root: unknown): unknown {
  const members = membersOf(schema);
  return members !== null && typeof members.$ref === 'string' && Object.keys(members).length === 1
    ? (atPointer(root, members.$ref) ?? schema)
    : schema;
}

function findMembers(schema: unknown, root: unknown, sent: readonly string[]): DeclaredMember[] {
  let visited = 0;
  let namesLeft = MAX_NAMES;
  const affordable = <Item>(items: Iterable<Item>, cost = 1): Item[] => {
    const taken = [...items].slice(0, Math.ceil(namesLeft / cost));
    namesLeft -= taken.length * cost;
    return taken;
  };
  const visit = (part: unknown, depth: number): Map<string, Said> => {
    const found = new Map<string, Said>();
    const members = membersOf(part);
    if (members === null || depth > DEEPEST || ++visited > MAX_PARTS) return found;
    const at = (name: string): Said => {
      const known = found.get(name) ?? { required: false, schemas: [] };
      found.set(name, known);
      return known;
    };
    const take = (inner: ReadonlyMap<string, Said>, surely: boolean): void => {
      for (const [name, { required, schemas }] of affordable(inner)) {
        const known = at(name);
        known.required ||= surely && required;
        // A choice's constraint applies only within that choice.
        if (surely || known.schemas.length === 0) known.schemas.push(...schemas);
      }
    };
    for (const [name, inner] of affordable(Object.entries(membersOf(members.properties) ?? {})))
      at(name).schemas.push(inner);
    const rules = rulesOf(members);
    for (const name of affordable(texts(members.required), 1 + rules.patterns.length)) {
      const known = at(name);
      known.required = true;
      if (!Object.hasOwn(membersOf(members.properties) ?? {}, name))
        known.schemas.push(...ruleFor(name, rules));
    }
    for (const reference of referencesOf(root, members))
      take(visit(atPointer(root, reference), depth + 1), true);
    for (const inner of list(members.allOf)) take(visit(inner, depth + 1), true);
    for (const choices of [members.anyOf, members.oneOf])
      takeChoices(matchingChoices(list(choices).map((inner) => visit(inner, depth + 1))));
    if (isFulfilled(members.if)) take(visit(members.then, depth + 1), true);
    else takeChoices([members.then ?? true, members.else ?? true].map((inner) => visit(inner, depth + 1)));
    for (const [name, inner] of Object.entries(membersOf(members.dependentSchemas) ?? {}))
      take(visit(inner, depth + 1), sent.includes(name));
    for (const [name, brought] of Object.entries(membersOf(members.dependentRequired) ?? {}))
      if (sent.includes(name)) for (const one of texts(brought)) at(one).required = true;
    return found;

    /** The choices that declare the most of the members sent. */
    function matchingChoices(choices: readonly Map<string, Said>[]): readonly Map<string, Said>[] {
      const declared = choices.map((choice) => sent.filter((name) => choice.has(name)).length);
      const most = declared.reduce((one, other) => Math.max(one, other), 0);
      return choices.filter((_choice, place) => declared[place] === most);
    }

    function takeChoices(choices: readonly Map<string, Said>[]): void {
      for (const name of affordable(
        new Set(choices.flatMap((choice) => [...choice.keys()])),
        choices.length,
      )) {
        const said = choices.flatMap((choice) => choice.get(name) ?? []);
        const inEveryChoice = said.length === choices.length;
        const schemas = [...new Set(said.map((one) => combined(one.schemas)))];
        const known = at(name);
        known.required ||= inEveryChoice && said.every(({ required }) => required);
        // One choice's constraint applies only there.
        if (inEveryChoice || known.schemas.length === 0)
          known.schemas.push(schemas.length === 1 ? schemas[0] : { anyOf: schemas });
      }
    }
  };
  /** Whether a condition is certainly fulfilled: it requires only members that are sent. */
  const isFulfilled = (condition: unknown): boolean => {
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
    schema: combined(schemas),
  }));
}

type Rules = { patterns: { matches: (name: string) => boolean; schema: unknown }[]; additional: unknown };

/** The rules of a schema for members not named in `properties`. */
const rulesOf = ({ patternProperties, additionalProperties }: Members): Rules => ({
  patterns: Object.entries(membersOf(patternProperties) ?? {})
    .slice(0, MAX_PATTERNS)
    .map(([pattern, schema]) => ({ matches: matcherOf(pattern), schema })),
  additional: additionalProperties,
});

/** The schemas of a member not named in `properties`. */
function ruleFor(name: string, { patterns, additional }: Rules): unknown[] {
  const matching = patterns.filter(({ matches }) => matches(name)).map(({ schema }) => schema);
  return matching.length > 0 || membersOf(additional) === null ? matching : [additional];
}

/** An invalid pattern, or one that once was too slow, matches nothing. */
function matcherOf(source: string): (name: string) => boolean {
  let pattern: { test(text: string): boolean } | null = boundedPattern(source, 'u');
  return (name) => {
    try {
      return pattern?.test(name) === true;
    } catch {
      pattern = null;
      return false;
    }
  };
}

/** Required of an answer only (OpenAPI 3.0.3, `readOnly`). */
export function isReadOnly(schema: unknown, root: unknown): boolean {
  const members = membersOf(schema);
  if (members === null) return false;
  return (
    members.readOnly === true ||
    referencesOf(root, members).some((reference) => membersOf(atPointer(root, reference))?.readOnly === true)
  );
}

/** Several schemas of a member all apply. */
function combined(schemas: readonly unknown[]): unknown {
  const [first = true, ...others] = [...new Set(schemas)];
  return others.length === 0 ? first : { allOf: [first, ...others] };
}
