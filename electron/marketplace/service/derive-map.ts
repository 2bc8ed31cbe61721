import { ownEntry } from '#shared/own-entry.ts';
import { fold } from '../answers/fold.ts';
import type {
  AmountForm,
  AnswerChoices,
  AnswerMap,
  FieldMap,
  MappedAnswer,
  Path,
  RecordMap,
  VariantMap,
} from './answer-map.ts';
import { fieldLabel, pathOf } from './answer-map.ts';
import { ANYTHING, declaredShapes, isBare, isOf, type Shape, type Shapes } from './declared-shape.ts';
import { OBSERVED } from './observed-shapes.ts';
import {
  ANSWERS,
  type AnswerField,
  type AnswerRole,
  type AnswerWords,
  DENIALS,
  type Fields,
  type Kind,
  QUOTE_REF,
  RETRY_AFTER,
  STATE,
  TOOL_REF,
} from './vocabulary.ts';

/**
 * Makes an answer map from what an operation declares as its successful answers. Runs once when the operation is bound,
 * where documents are read: schemas are foreign and may be of any size.
 */

/** A declared object, and where it is in the answer. */
export type Placed = { at: Path; shape: Shape; around: Placed | null };

const DEEPEST = 3;
/** Plain names of a record's own reference. */
const OWN = ['ref', 'id'];
const MAX_PLACED = 300;
/** Kinds of answers that a role is for; without any of them it is of no use. */
export const PRIMARY = new Set(
  'report ok found committed completed pending available authenticated problem'.split(' '),
);

/**
 * @param schemas of the operation's successful answers
 * @param root of their references
 * @param choices what the user mapped by hand
 */
export function answerMapOf(
  role: AnswerRole,
  schemas: readonly unknown[],
  root: unknown,
  choices: AnswerChoices = {},
): MappedAnswer {
  const shapes = declaredShapes(root);
  const declared = schemas.filter((schema) => shapes(schema).some((shape) => !isBare(shape)));
  if (declared.length === 0) return { ok: true, map: observedMap(role) };
  const within = bareWithin(declared, shapes);
  if (within !== null) return { ok: true, map: { ...observedMap(role), within } };
  const by = Object.keys(choices).length === 0 ? 'declared' : 'hand';
  return mapped(role, declared, shapes, by, choices);
}

const WRAPPERS = ['data', 'result', 'response', 'payload'];

/** The names of wrappers in which nothing is declared: `{result: {type: object}}`; null where anything is. */
function bareWithin(schemas: readonly unknown[], shapes: Shapes): Path | null {
  let within: Path = [];
  let all = schemas;
  while (within.length < DEEPEST) {
    const forms = all.flatMap((schema) => shapes(schema));
    if (forms.length > 0 && forms.every((form) => isBare(form) && isOf(form, 'object'))) return within;
    const [name, ...others] = new Set(forms.flatMap(({ properties }) => [...properties.keys()]));
    if (name === undefined || others.length > 0 || !WRAPPERS.includes(fold(name))) return null;
    within = [...within, name];
    all = forms.map(({ properties }) => properties.get(name)?.schema);
  }
  return null;
}

const observed = new Map<AnswerRole, AnswerMap>();

/** The map of an operation that declares no answer: the shape seen live, whatever the case and separators of its names. */
export function observedMap(role: AnswerRole): AnswerMap {
  const known = observed.get(role);
  if (known !== undefined) return known;
  const made = mapped(role, [{ $ref: `#/${role}` }], declaredShapes(OBSERVED), 'observed');
  if (!made.ok) throw new Error(`the observed shape of ${role} lacks a field: ${made.why}`);
  const map = foldedMap(made.map);
  observed.set(role, map);
  return map;
}

/** The map with every name compared without case and separators. */
const foldedMap = (map: AnswerMap): AnswerMap => ({
  ...map,
  folded: true,
  variants: map.variants.map((variant) => ({ ...variant, fields: foldedFields(variant.fields) })),
});

const foldedFields = (fields: Readonly<Record<string, FieldMap>>): Record<string, FieldMap> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { of, result, ...field }]) => [
      name,
      {
        ...field,
        ...(of !== undefined && { of: { folded: true, fields: foldedFields(of.fields) } }),
        ...(result !== undefined && { result: foldedMap(result) }),
      },
    ]),
  );

function mapped(
  role: AnswerRole,
  schemas: readonly unknown[],
  shapes: Shapes,
  by: AnswerMap['by'],
  choices: AnswerChoices = {},
): MappedAnswer {
  const { kindWords, kinds }: AnswerWords = ANSWERS[role];
  const places = schemas.flatMap((schema) => answerPlaces(schema, shapes)).slice(0, MAX_PLACED);
  const kindValues = new Set(Object.values(kinds).flatMap((kind) => kind.words.map(fold)));
  const labels = new Map(places.map((place) => [place, labelsOf(place, kindWords, kindValues, shapes)]));
  const isStateMisread = (place: Placed): boolean => isMisread(place, STATE, shapes);
  const variants: VariantMap[] = [];
  const complete: Placed[] = [];
  const lacking: Candidate[] = [];
  const ofKinds = Object.entries(kinds).map(([name, ofRole]): [string, Candidate[]] => [
    name,
    places.flatMap((place) => {
      const own = labels.get(place) ?? [];
      const kind = role === 'call' && isRefusalAlone(place, shapes) ? asRefusal(name, ofRole) : ofRole;
      const isByState = own.every(({ isSure }) => !isSure) && kind.fields.state?.among !== undefined;
      const all =
        own.length === 0 ? [failureFlagOf(place, kind, shapes)] : [...own, ...(isByState ? [null] : [])];
      return all.flatMap((label, index) => {
        const before = own.slice(0, index).map(({ at }) => at);
        return candidateOf(place, kind, label, shapes, Object.keys(kinds).length > 1, choices, before) ?? [];
      });
    }),
  ]);
  const inner = ofKinds.flatMap(([, candidates]) =>
    candidates.flatMap(({ place, found, missing, rank: [needed, direct] }) =>
      missing.length === 0 && needed === direct ? recordsOf(place, found) : [],
    ),
  );
  for (const [name, candidates] of ofKinds) {
    const best = new Map<string, Candidate>();
    for (const candidate of candidates) {
      const { place } = candidate;
      // The result of a status is no status, and a receipt no Call, though each may have the fields of one.
      if (chainOf(place).some(({ at }) => inner.includes(JSON.stringify(at)))) continue;
      const key = JSON.stringify([candidate.when ?? rootOf(place).at, candidate.unlessSaid]);
      const known = best.get(key);
      if (known === undefined || isHigher(candidate.rank, known.rank)) best.set(key, candidate);
    }
    for (const candidate of best.values()) {
      const { place, when, found } = candidate;
      // The fields of a Call do not tell how it stands where it says so in words of its own.
      const missing =
        role === 'call' && when === null && isStateMisread(place) ? ['state'] : candidate.missing;
      if (missing.length === 0) {
        variants.push({
          ...variantOf(name, place, when, found, places, shapes),
          unlessSaid: candidate.unlessSaid,
        });
        complete.push(place);
      } else if (PRIMARY.has(name) && candidate.unlessSaid.length === 0)
        lacking.push({ ...candidate, missing });
    }
  }
  // What is around an answer that names its kind is no answer where that name is missing.
  const labelled = complete.filter((_, index) => {
    const when = variants[index]?.when ?? null;
    return when !== null && !when.values.includes('false');
  });
  const ofLevel = atOneLevel(
    variants.filter(
      ({ when, unlessSaid }, index) =>
        when !== null ||
        unlessSaid.length > 0 ||
        !labelled.some((one) => chainOf(one).includes(complete[index] ?? one)),
    ),
  );
  const level = Math.max(0, ...ofLevel.map(({ when }) => when?.at.length ?? 0));
  // A wrapper has the fields of what it wraps, and one word of two kinds means the one whose fields are there.
  const unfit = lacking.filter(
    ({ place, when, isDeclared, missing }) =>
      (missing.includes('state') && isStateMisread(place)) ||
      (isDeclared &&
        (when?.at.length ?? 0) <= level &&
        !complete.some((one) => chainOf(one).includes(place)) &&
        !variants.some((variant) => covers(variant.when, when))),
  );
  // A status that may name any kind, and has no place for a result, is as one that names none.
  const isUntold = ({ kind, when }: VariantMap) =>
    kind === 'pending' && (when === null || (role === 'callStatus' && when.values === kinds[kind]?.words));
  const isOfUse = ofLevel.some((variant) => PRIMARY.has(variant.kind) && !isUntold(variant));
  const at = variants.findIndex(isUntold);
  const accepted = complete[at];
  const hasOutput = ofLevel.some(({ fields: { output, result } }) => (output ?? result) !== undefined);
  const isEnough = role !== 'callStatus' || hasOutput;
  const isAcceptance = role === 'call' && accepted !== undefined && isAcceptanceAlone(accepted);
  if (unfit.length === 0 && isEnough && (isOfUse || isAcceptance))
    return { ok: true, map: { by, folded: false, within: [], variants: ofLevel } };
  const [nearest] = (unfit.length > 0 ? unfit : lacking).toSorted((one, other) =>
    isHigher(one.rank, other.rank) ? -1 : 1,
  );
  // Its reference is there, and nothing that says how the Call ends.
  const isOpen = unfit.length === 0 && accepted !== undefined;
  const open = role === 'call' || isOfUse ? 'output' : 'state';
  const missing = isOpen || (isOfUse && !isEnough) ? [open] : (nearest?.missing ?? []);
  const fields = Object.values(kinds).flatMap((kind) => Object.entries<AnswerField>(kind.fields));
  const misread = missing.filter((name) => {
    const [, field] =
      [...fields, ['state', STATE] as const].find(([one, { needed }]) => one === name && needed === true) ??
      [];
    const place = isOpen ? accepted : nearest?.place;
    return field !== undefined && place !== undefined && isMisread(place, field, shapes);
  });
  return {
    ok: false,
    why: `its answer declares ${missingWords(missing, misread)}`,
    byHand: misread.length === 0,
    found: (isOpen ? variants[at]?.fields : nearest?.found) ?? {},
  };
}

const { outcome_unknown: doubt, refused: refusal }: Readonly<Record<string, Kind>> = ANSWERS.call.kinds;

/** Whether an object declares what a refusal says, and nothing that a Call has: no reference of it, no evidence, no money. */
function isRefusalAlone(place: Placed, shapes: Shapes): boolean {
  const found = findFields(place, { ...refusal?.fields, ...doubt?.fields }, shapes, {});
  const has = (name: string): boolean => found[name] !== undefined;
  return has('code') && has('retryable') && !['callRef', 'usage', 'receipt', 'evidence'].some(has);
}

/** A kind of answers to an order as declared beside nothing of a Call: what is denied there is refused, with its code. */
function asRefusal(name: string, kind: Kind): Kind {
  if (name === 'outcome_unknown')
    return { ...kind, words: kind.words.filter((one) => !DENIALS.includes(one)) };
  const code = kind.fields.code;
  return name !== 'refused' || code === undefined
    ? kind
    : {
        ...kind,
        words: [...kind.words, ...DENIALS],
        fields: { ...kind.fields, code: { ...code, needed: true } },
      };
}

const ACCEPTANCE = new Set(
  [
    ...Object.keys(RETRY_AFTER),
    ...ANSWERS.call.kindWords,
    ...[ANSWERS.call, ANSWERS.quote, ANSWERS.callStatus].flatMap(({ kinds }: AnswerWords) =>
      Object.values(kinds).flatMap(({ fields }) => Object.values(fields).flatMap((field) => field.words)),
    ),
    ...Object.values(ANSWERS.callList.kinds.available.fields.items.of).flatMap((field) => field.words),
    ...OWN,
  ].map(fold),
);

/**
 * Whether an answer of which no kind is told says that an order was accepted, and nothing else: any member that is not
 * known may be the state or the output of a Call that is over.
 */
const isAcceptanceAlone = (place: Placed): boolean =>
  chainOf(place).every(({ at, shape }) =>
    [...shape.properties.keys()].every(
      (name) => ACCEPTANCE.has(fold(name)) || (at.length < place.at.length && name === place.at[at.length]),
    ),
  );

/** The records in an object that are fields of it. */
const recordsOf = ({ at: base }: Placed, found: Readonly<Record<string, FieldMap>>): string[] =>
  Object.values(found).flatMap(({ at, of, result }) =>
    (of ?? result) !== undefined && at.length === base.length + 1 ? [JSON.stringify(at)] : [],
  );

/**
 * Without the kinds that are told by a discriminator further inside than that of the answer itself, such as that of its
 * price. Labelled kinds come first: one without a label is told by its fields.
 */
function atOneLevel(variants: readonly VariantMap[]): VariantMap[] {
  const level = Math.min(
    ...variants.flatMap(({ kind, when }) => (when !== null && PRIMARY.has(kind) ? [when.at.length] : [])),
  );
  return variants
    .filter(({ when }) => when === null || when.at.length <= level)
    .toSorted((one, other) => Number(one.when === null) - Number(other.when === null));
}

/** Whether every answer that one discriminator means is already meant by another. */
const covers = (other: VariantMap['when'], when: VariantMap['when']): boolean =>
  when !== null &&
  other !== null &&
  JSON.stringify(other.at) === JSON.stringify(when.at) &&
  when.values.every((value) => other.values.includes(value));

function missingWords(names: readonly string[], misread: readonly string[]): string {
  const absent = names.filter((name) => !misread.includes(name)).map((name) => `no ${fieldLabel(name)}`);
  const known = misread.map((name) => `its ${fieldLabel(name)}`).join(' and ');
  const all = [...absent, ...(known === '' ? [] : [`${known} in a form that Milepost does not read`])];
  return all.length === 0 ? 'nothing that this needs' : all.join(' and ');
}

/** Whether a field is declared under a name that is known, in a form in which it is not read by hand either. */
const isMisread = (place: Placed, field: AnswerField, shapes: Shapes): boolean =>
  chainOf(place).some(({ at, shape }) =>
    field.words.some((word) => {
      const own = memberLike(shape, word);
      const forms = own === undefined ? [] : shapes(own.schema);
      if (own === undefined || forms.length === 0) return false;
      if (field.among !== undefined && !mayBeAmong(forms, field.among)) return true;
      if (field.type === 'amount') return !forms.some((form) => mayHoldAmount(form, shapes));
      if (field.type === 'instant') return fitting(own.schema, at, field, shapes, { at, shape }) === null;
      return !forms.some((form) => isOf(form, ...JSON_TYPES[field.type]));
    }),
  );

/** Whether any value may stand there, or one of these is declared. */
const mayBeAmong = (forms: readonly Shape[], known: readonly string[]): boolean => {
  const folded = new Set(known.map(fold));
  return forms.some(
    ({ values }) =>
      values === null || values.some((value) => typeof value === 'string' && folded.has(fold(value))),
  );
};

/** Whether a text or a whole number in it may be chosen for an amount. */
const mayHoldAmount = (form: Shape, shapes: Shapes): boolean =>
  isOf(form, 'string', 'integer') ||
  (isOf(form, 'object') &&
    (isBare(form) ||
      declaredAs(form, [...DECIMAL, ...COUNTED.units], ['string', 'integer', 'object'], shapes) !==
        undefined));

const rootOf = (place: Placed): Placed => (place.around === null ? place : rootOf(place.around));

/** Every object of an answer that may hold its fields, wrappers first. */
export function answerPlaces(schema: unknown, shapes: Shapes): Placed[] {
  const places: Placed[] = shapes(schema).map((shape) => ({ at: [], shape, around: null }));
  for (const place of places) {
    if (place.at.length >= DEEPEST) continue;
    for (const { name, shape } of objectsIn(place.shape, shapes))
      if (places.length < MAX_PLACED) places.push({ at: [...place.at, name], shape, around: place });
  }
  return places;
}

/** The places around an object, nearest first. */
const chainOf = (place: Placed): Placed[] => [place, ...(place.around === null ? [] : chainOf(place.around))];

/** `values`: null where any text is allowed. `isSure`: neither null nor missing. */
type Label = { at: Path; values: readonly string[] | null; isSure: boolean };

/**
 * The discriminators of an object: its own or those of an object around it. Each after the first counts where those before
 * it say nothing.
 */
function labelsOf(
  place: Placed,
  kindWords: readonly string[],
  kindValues: ReadonlySet<string>,
  shapes: Shapes,
): Label[] {
  let free: Label | null = null;
  for (const { at, shape } of chainOf(place)) {
    const known: Label[] = [];
    for (const word of kindWords) {
      const own = memberLike(shape, word);
      if (own === undefined) continue;
      const forms = shapes(own.schema);
      if (forms.length === 0 || forms.some(({ types }) => !types.every((type) => type === 'string')))
        continue;
      const values = forms.every((form) => form.values !== null)
        ? forms.flatMap((form) => form.values ?? []).filter((value) => typeof value === 'string')
        : null;
      const label = {
        at: [...at, own.name],
        values,
        isSure: shape.properties.get(own.name)?.required === true,
      };
      if (values?.some((value) => kindValues.has(fold(value)))) known.push(label);
      if (values === null && word !== 'type' && word !== 'result') free ??= label;
    }
    const last = known.findIndex(({ isSure }) => isSure);
    if (known.length > 0) return known.slice(0, last < 0 ? known.length : last + 1);
  }
  return free === null ? [] : [free];
}

const SUCCESS = ['success', 'succeeded', 'isSuccess', 'ok'];

/**
 * The flag by which a whole answer says that it failed, `{success: false, error}`, for the kinds that are failures; where
 * only failures are declared with it, for every kind. One that is true says of no kind that it is that kind.
 */
function failureFlagOf(place: Placed, kind: Kind, shapes: Shapes): Label | null {
  const { shape } = rootOf(place);
  const own = SUCCESS.map((word) => memberLike(shape, word)).find((one) => one !== undefined);
  if (own === undefined) return null;
  const values = shapes(own.schema).flatMap(
    (form) => form.values ?? (form.types.includes('boolean') ? [true, false] : []),
  );
  if (!values.includes(false)) return null;
  return kind.words.includes('fail') || !values.includes(true)
    ? { at: [own.name], values: ['false'], isSure: true }
    : null;
}

type Member = { name: string; schema: unknown };
const membersByFold = new WeakMap<Shape, ReadonlyMap<string, Member>>();

/** An object's property in whatever case and with whatever separators; an exact one wins. */
function memberLike(shape: Shape, word: string): Member | undefined {
  const exact = shape.properties.get(word);
  if (exact !== undefined) return { name: word, schema: exact.schema };
  let members = membersByFold.get(shape);
  if (members === undefined) {
    const all = [...shape.properties].reverse();
    members = new Map(all.map(([name, { schema }]) => [fold(name), { name, schema }]));
    membersByFold.set(shape, members);
  }
  return members.get(fold(word));
}

type Candidate = {
  place: Placed;
  when: VariantMap['when'];
  found: Readonly<Record<string, FieldMap>>;
  missing: readonly string[];
  rank: readonly number[];
  /** Whether the kind is declared by a value of its own. */
  isDeclared: boolean;
  unlessSaid: readonly Path[];
};

/** An object as one that holds this kind of answer; null where its discriminator says that it is another. */
function candidateOf(
  place: Placed,
  kind: Kind,
  label: Label | null,
  shapes: Shapes,
  isOneOfSeveral: boolean,
  choices: AnswerChoices = {},
  unlessSaid: readonly Path[] = [],
): Candidate | null {
  const words = [...kind.words, ...(kind.words.includes('fail') ? ['false'] : [])].map(fold);
  const values = label?.values?.filter((value) => words.includes(fold(value))) ?? kind.words;
  if (label !== null && values.length === 0) return null;
  const when = label === null ? null : { at: label.at, values };
  const found = findFields(place, kind.fields, shapes, choices);
  const needs = Object.keys(kind.fields).filter((name) => kind.fields[name]?.needed === true);
  const telling = label === null ? [...needs, ...(kind.knownBy ?? [])] : needs;
  if (when === null && isOneOfSeveral && telling.length === 0) return null;
  const missing = telling.filter((name) => found[name] === undefined);
  const depths = [place, resourceOf(place)].map(({ at }) => at.length + 1);
  const isDirect = (name: string): boolean => depths.includes(found[name]?.at.length ?? 0);
  const marked = Object.fromEntries(
    Object.entries(found).map(([name, field]) => [
      name,
      telling.includes(name) ? { ...field, needed: true } : field,
    ]),
  );
  return {
    place,
    when,
    found: marked,
    missing,
    rank: [
      telling.length - missing.length,
      telling.filter(isDirect).length,
      Object.keys(found).filter(isDirect).length,
      -place.at.length,
    ],
    isDeclared: label !== null && label.values !== null,
    unlessSaid,
  };
}

const isHigher = (one: readonly number[], other: readonly number[]): boolean => {
  const at = one.findIndex((value, index) => value !== other[index]);
  return (one[at] ?? 0) > (other[at] ?? 0);
};

/** Where the fields are: in the object itself, under a name of two words in one beside, or around it. */
function findFields(
  place: Placed,
  fields: Fields,
  shapes: Shapes,
  choices: AnswerChoices,
): Record<string, FieldMap> {
  const found: Record<string, FieldMap> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (Object.keys(choices).some((chosen) => chosen === name || chosen.startsWith(`${name}.`))) {
      const chosen = chosenField(place, name, field, shapes, choices);
      if (chosen !== null) found[name] = { ...chosen, chosen: true };
      continue;
    }
    const known = findField(place, field, shapes);
    if (known !== null) found[name] = known;
  }
  return found;
}

/** A function of an object and a part that stores its answers: the same is asked for each kind, and of what is around. */
function onceFor<Of extends object, Part, Found>(find: (of: Of, part: Part, shapes: Shapes) => Found) {
  const answers = new WeakMap<Of, Map<Part, Found>>();
  return (of: Of, part: Part, shapes: Shapes): Found => {
    const known = answers.get(of) ?? new Map<Part, Found>();
    answers.set(of, known);
    const before = known.get(part);
    if (before !== undefined) return before;
    const found = find(of, part, shapes);
    known.set(part, found);
    return found;
  };
}

const findField = onceFor((place: Placed, field: AnswerField, shapes): FieldMap | null => {
  const direct = fieldIn(place, field, shapes);
  const joined = direct === null || field.type === 'any' ? joinedIn(place, field, shapes) : null;
  // Anything fits what is around it too.
  const isWithin = joined !== null && direct?.at.every((one, index) => one === joined.at[index]) !== false;
  const at = isWithin ? joined : direct;
  return at ?? ownIn(place, field, shapes) ?? around(place, field, shapes);
});

/** What is declared at a path of an answer, in whichever of its forms has it, and the object that it is in. */
function declaredAt(place: Placed, at: Path, shapes: Shapes): { schema: unknown; within: Placed } | null {
  const chain = chainOf(place);
  let within = rootOf(place);
  for (const [depth, name] of at.entries()) {
    const declared = within.shape.properties.get(name);
    if (declared === undefined) return null;
    const path = at.slice(0, depth + 1);
    if (path.length === at.length) return { schema: declared.schema, within };
    const next = at[depth + 1] ?? '';
    const around = within;
    const known = chain.find((one) => JSON.stringify(one.at) === JSON.stringify(path));
    const shape = known?.shape ?? shapes(declared.schema).find(({ properties }) => properties.has(next));
    if (shape === undefined) return null;
    within = { at: path, shape, around };
  }
  return null;
}

/** A field where the user says that it is; null where nothing of its type is declared there. */
function chosenField(
  place: Placed,
  name: string,
  field: AnswerField,
  shapes: Shapes,
  choices: AnswerChoices,
): FieldMap | null {
  const pathFor = (key: string): Path | null => {
    const pointer = ownEntry(choices, key);
    return pointer === undefined ? null : pathOf(pointer);
  };
  const at = pathFor(name);
  const inner = Object.fromEntries(
    Object.entries(choices).flatMap(([key, pointer]) =>
      key.startsWith(`${name}.`) ? [[key.slice(name.length + 1), pointer]] : [],
    ),
  );
  if (at === null) {
    const items = field.type === 'list' ? fieldIn(place, field, shapes, undefined, inner) : null;
    return items ?? (field.type === 'list' ? around(place, field, shapes) : null);
  }
  const declared = declaredAt(place, at, shapes);
  if (declared === null) return null;
  const { schema, within } = declared;
  const currency = field.type === 'amount' ? pathFor(`${name}.currency`) : null;
  if (currency === null) return fitting(schema, at, field, shapes, within, inner);
  const isDeclared = (path: Path, ...types: readonly string[]): boolean => {
    const found = declaredAt(place, path, shapes);
    const forms = found === null ? [] : shapes(found.schema);
    return found !== null && (forms.length === 0 || forms.some((form) => isOf(form, ...types)));
  };
  if (!isDeclared(currency, 'string')) return null;
  const exponent = pathFor(`${name}.exponent`);
  if (exponent === null)
    return isDeclared(at, 'string') ? { at, type: 'amount', amount: { decimal: [], currency } } : null;
  // Units, exponent and currency are in one object.
  const object = at.slice(0, -1);
  const isBeside = (path: Path) => JSON.stringify(path.slice(0, -1)) === JSON.stringify(object);
  if (!isBeside(exponent) || !isBeside(currency)) return null;
  if (!isDeclared(at, 'string', 'integer') || !isDeclared(exponent, 'integer', 'number', 'string'))
    return null;
  const [units = '', scale = '', code = ''] = [at, exponent, currency].map((path) => path.at(-1));
  return { at: object, type: 'amount', amount: { units, exponent: scale, currency: code } };
}

/** The field under one of its names in an object, except the one under `without`. */
function fieldIn(
  { at, shape }: Pick<Placed, 'at' | 'shape'>,
  field: AnswerField,
  shapes: Shapes,
  without?: string,
  choices: AnswerChoices = {},
): FieldMap | null {
  if (field.type === 'list' && shape.types.includes('array'))
    return listIn(shape, at, field, shapes, choices);
  const isInParts = field.total === true && hasAddedAmount(shape, shapes);
  for (const word of field.words) {
    const own = memberLike(shape, word);
    if (own === undefined || own.name === without) continue;
    if (isInParts && !TOTAL.test(fold(word))) continue;
    const fit = fitting(own.schema, [...at, own.name], field, shapes, { at, shape }, choices);
    if (fit !== null) return fit;
  }
  return null;
}

const TOTAL = /total|due|payable/u;
const ADDED = /fee|tax|vat|surcharge|levy|commission/u;

/** Whether an object declares an amount that comes on top of another in it. */
const hasAddedAmount = (shape: Shape, shapes: Shapes): boolean =>
  [...shape.properties].some(
    ([name, { schema }]) =>
      ADDED.test(fold(name)) && amountIn(shapes(schema), [name], shapes, { at: [], shape }, 0) !== null,
  );

/** Under a name that says it together with the object's: `provider.name`, `tool.id`. */
function joinedIn({ at, shape }: Placed, field: AnswerField, shapes: Shapes): FieldMap | null {
  for (const word of field.words) {
    const wanted = fold(word);
    for (const { name: holder, shape: inner } of objectsIn(shape, shapes)) {
      const folded = fold(holder);
      if (!wanted.startsWith(folded) || wanted === folded) continue;
      const own = memberLike(inner, wanted.slice(folded.length));
      if (own === undefined) continue;
      const within = { at: [...at, holder], shape: inner };
      const fit = fitting(own.schema, [...within.at, own.name], field, shapes, within);
      if (fit !== null) return fit;
    }
  }
  return null;
}

const MAX_OBJECTS = 40;
const objectsByShape = new WeakMap<Shape, readonly { name: string; shape: Shape }[]>();

/** The objects directly in an object, each in all its forms. */
function objectsIn(shape: Shape, shapes: Shapes): readonly { name: string; shape: Shape }[] {
  const known = objectsByShape.get(shape);
  if (known !== undefined) return known;
  const objects: { name: string; shape: Shape }[] = [];
  for (const [name, { schema }] of shape.properties) {
    if (objects.length >= MAX_OBJECTS) break;
    for (const inner of shapes(schema)) if (inner.properties.size > 0) objects.push({ name, shape: inner });
  }
  objectsByShape.set(shape, objects);
  return objects;
}

/** A plain `id` of the object, unless it is the part of another record that has its own. */
function ownIn(place: Placed, field: AnswerField, shapes: Shapes): FieldMap | null {
  if (field.own !== true) return null;
  const resource = resourceOf(place);
  const { at, around } = resource;
  const name = fold(at.at(-1) ?? '');
  const isNamed = WRAPPERS.includes(name) || field.words.some((word) => fold(word).startsWith(name));
  const isPart = around !== null && !isNamed && chainOf(around).some(({ shape }) => hasOwn(shape));
  return isPart ? null : fieldIn(resource, { ...field, words: OWN }, shapes);
}

const hasOwn = (shape: Shape): boolean => OWN.some((word) => memberLike(shape, word) !== undefined);

/** The object that names what its `attributes` say more of, as JSON:API writes records. */
const resourceOf = (place: Placed): Placed =>
  place.around !== null &&
  fold(place.at.at(-1) ?? '') === 'attributes' &&
  !hasOwn(place.shape) &&
  hasOwn(place.around.shape)
    ? place.around
    : place;

/** Around the object, and in objects beside it where the field may be anywhere. */
const around = onceFor((place: Placed, field: AnswerField, shapes): FieldMap | null => {
  if (field.anywhere === true) {
    const beside = besideIn(place, field, shapes, undefined);
    if (beside !== null) return beside;
  }
  if (place.around === null) return null;
  const inner = place.at.at(-1);
  const outer = fieldIn(place.around, field, shapes, inner);
  if (outer !== null) return outer;
  const beside = field.anywhere === true ? besideIn(place.around, field, shapes, inner) : null;
  return beside ?? around(place.around, field, shapes);
});

function besideIn(
  { at, shape }: Placed,
  field: AnswerField,
  shapes: Shapes,
  without: string | undefined,
): FieldMap | null {
  for (const { name, shape: inner } of objectsIn(shape, shapes)) {
    // What another record of the answer cost is no charge of this one.
    if (name === without || (field.type === 'record' && isAnother(inner))) continue;
    const fit = fieldIn({ at: [...at, name], shape: inner }, field, shapes);
    if (fit !== null) return fit;
  }
  return null;
}

/** Whether an object is a record of its own: it has an `id`, or the reference of a quote or a Tool. */
const isAnother = (shape: Shape): boolean =>
  hasOwn(shape) ||
  [...QUOTE_REF.words, ...TOOL_REF.words].some((word) => memberLike(shape, word) !== undefined);

const ANY = ['string', 'integer', 'number', 'boolean', 'object', 'array'];
/** The declared types in which a field may be written. */
export const JSON_TYPES: Readonly<Record<AnswerField['type'], readonly string[]>> = {
  reference: ['string', 'integer', 'number'],
  text: ['string', 'integer', 'number'],
  texts: ['array', 'string'],
  amount: ['object', 'string', 'integer'],
  instant: ['string', 'integer', 'number'],
  integer: ['integer', 'number', 'string'],
  number: ['integer', 'number', 'string'],
  flag: ['boolean'],
  any: ANY,
  record: ['object'],
  list: ['array'],
  result: ['object'],
};

/** How a declared member is read as this field; null where it is declared as something else. */
function fitting(
  schema: unknown,
  at: Path,
  field: AnswerField,
  shapes: Shapes,
  within: Pick<Placed, 'at' | 'shape'>,
  choices: AnswerChoices = {},
): FieldMap | null {
  const forms = shapes(schema);
  const { type } = field;
  const all = forms.length === 0 ? [ANYTHING] : forms;
  const fits = (...types: readonly string[]): FieldMap | null =>
    all.some((form) => isOf(form, ...types)) ? { at, type } : null;
  switch (type) {
    case 'text':
      return field.among === undefined || mayBeAmong(all, field.among) ? fits(...JSON_TYPES[type]) : null;
    case 'any':
    case 'reference':
    case 'integer':
    case 'number':
    case 'flag':
    case 'texts':
      return fits(...JSON_TYPES[type]);
    case 'instant':
      return all.some(
        (form) =>
          isOf(form, ...JSON_TYPES[type]) &&
          (form.format === null || /^(?:date-time|int\d+|number|double|string)$/.test(form.format)),
      )
        ? { at, type }
        : null;
    case 'amount': {
      // An object of which nothing is declared may be anything, unless there must be an amount.
      const stated = field.needed === true ? all : all.filter((form) => !isBare(form));
      return amountIn(stated, at, shapes, within, 0);
    }
    case 'list': {
      const lists = all.filter((form) => isOf(form, 'array'));
      if (lists.length === 0) return null;
      const of = recordOf(
        lists.map(({ items }) => items),
        field.of ?? {},
        shapes,
        choices,
      );
      return of === null ? null : { at, type, of };
    }
    case 'record': {
      const isObject = all.some((form) => isOf(form, 'object'));
      const of = isObject ? recordIn(schema, field.of ?? NO_FIELDS, shapes) : null;
      const found = Object.values(of?.fields ?? {});
      const alone = found.some((one) => one.type === 'amount')
        ? null
        : amountAlone(forms, at, shapes, within);
      return alone ?? (of === null || found.length === 0 ? null : { at, type, of });
    }
    case 'result': {
      const records = all.filter((form) => isOf(form, 'object') && !isBare(form));
      if (records.length === 0) return fits('object') && { at, type, result: observedMap('call') };
      const result = mapped('call', [schema], shapes, 'declared');
      return result.ok ? { at, type, result: result.map } : null;
    }
  }
}

/** A record of money that is its amount: `{cost: {value, currency}}`, or `{charged: "0.022", currency}`. */
function amountAlone(
  forms: readonly Shape[],
  at: Path,
  shapes: Shapes,
  within: Pick<Placed, 'at' | 'shape'>,
): FieldMap | null {
  if (forms.length === 0 || forms.some(isBare)) return null;
  const itself = amountIn(forms, at, shapes, within, 2);
  return itself?.amount === undefined ? null : { at, type: 'record', amount: itself.amount };
}

function listIn(
  { items }: Shape,
  at: Path,
  field: AnswerField,
  shapes: Shapes,
  choices: AnswerChoices,
): FieldMap | null {
  const of = recordOf([items], field.of ?? {}, shapes, choices);
  return of === null ? null : { at, type: 'list', of };
}

const NO_FIELDS: Fields = {};
const recordsBySchema = onceFor((_: Shapes, _schema: unknown) => new Map<Fields, RecordMap | null>());

/** The fields of a record: every place of an answer looks for it around itself. */
function recordIn(schema: unknown, fields: Fields, shapes: Shapes): RecordMap | null {
  const known = recordsBySchema(shapes, schema, shapes);
  if (!known.has(fields)) known.set(fields, recordOf([schema], fields, shapes));
  return known.get(fields) ?? null;
}

/** The fields of a record or an item; null where it declares others and not those that it needs. */
function recordOf(
  schemas: readonly unknown[],
  fields: Fields,
  shapes: Shapes,
  choices: AnswerChoices = {},
): RecordMap | null {
  const places = schemas
    .flatMap((schema) => answerPlaces(schema, shapes))
    .filter(({ shape }) => !isBare(shape));
  if (places.length === 0) return { folded: true, fields: observedFields(fields) };
  let best: { found: Record<string, FieldMap>; rank: readonly number[] } | null = null;
  for (const place of places) {
    const candidate = candidateOf(place, { words: [], fields }, null, shapes, false, choices);
    if (
      candidate !== null &&
      candidate.missing.length === 0 &&
      (best === null || isHigher(candidate.rank, best.rank))
    )
      best = { found: candidate.found, rank: candidate.rank };
  }
  return best === null ? null : { folded: false, fields: best.found };
}

/** The fields under their own names, for records of which nothing is declared. */
const observedFields = (fields: Fields): Record<string, FieldMap> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { type, needed, words, of }]) => [
      name,
      {
        at: [words[0] ?? name],
        type,
        ...(needed === true && { needed }),
        ...(type === 'amount' && { amount: UNITS }),
        ...(of !== undefined && { of: { folded: true, fields: observedFields(of) } }),
      },
    ]),
  );

const UNITS: AmountForm = { units: 'units', exponent: 'exponent', currency: 'currency' };
const CURRENCY = ['currency', 'currencyCode', 'isoCurrency'];
const COUNTED = {
  units: ['units', 'minorUnits', 'unscaledValue'],
  exponent: ['exponent', 'scale', 'decimals'],
};
const DECIMAL = ['amount', 'value', 'decimal', 'total'];
/** Members that hold the amount of a record of it: `{kind: 'indicative', amount: {…}}`. */
const INNER = ['amount', 'value', 'total', 'price'];

/** The first of these names that an object declares as one of these types. */
function declaredAs(shape: Shape, names: readonly string[], types: readonly string[], shapes: Shapes) {
  for (const word of names) {
    const own = memberLike(shape, word);
    if (own === undefined) continue;
    const forms = shapes(own.schema);
    if (forms.length === 0 || forms.some((form) => isOf(form, ...types))) return own.name;
  }
  return undefined;
}

function amountIn(
  forms: readonly Shape[],
  at: Path,
  shapes: Shapes,
  within: Pick<Placed, 'at' | 'shape'> | null,
  depth: number,
): FieldMap | null {
  for (const form of forms) {
    if (isBare(form) && isOf(form, 'object')) return { at, type: 'amount', amount: UNITS };
    const currency = declaredAs(form, CURRENCY, ['string'], shapes);
    if (currency !== undefined) {
      const units = declaredAs(form, COUNTED.units, ['string', 'integer'], shapes);
      const exponent = declaredAs(form, COUNTED.exponent, ['integer', 'number', 'string'], shapes);
      if (units !== undefined && exponent !== undefined)
        return { at, type: 'amount', amount: { units, exponent, currency } };
      const decimal = declaredAs(form, DECIMAL, ['string'], shapes);
      if (decimal !== undefined)
        return { at, type: 'amount', amount: { decimal: [decimal], currency: [...at, currency] } };
    }
    for (const word of depth < 2 ? INNER : []) {
      const own = memberLike(form, word);
      if (own === undefined) continue;
      const fit = amountIn(shapes(own.schema), [...at, own.name], shapes, { at, shape: form }, depth + 1);
      if (fit !== null) return fit;
    }
    if (within !== null && form.types.length > 0 && isOf(form, 'string')) {
      const own = at.at(-1) ?? '';
      const beside = declaredAs(within.shape, [`${own}Currency`, ...CURRENCY], ['string'], shapes);
      if (beside !== undefined)
        return { at, type: 'amount', amount: { decimal: [], currency: [...within.at, beside] } };
    }
  }
  return null;
}

function variantOf(
  kind: string,
  { at: base }: Placed,
  when: VariantMap['when'],
  fields: Readonly<Record<string, FieldMap>>,
  places: readonly Placed[],
  shapes: Shapes,
): Omit<VariantMap, 'unlessSaid'> {
  const paths = [
    ...Object.values(fields).map(({ at }) => at),
    ...Object.values(fields).flatMap(({ amount }) =>
      amount !== undefined && 'decimal' in amount ? [amount.currency] : [],
    ),
    ...(when === null ? [] : [when.at]),
  ];
  const known = new Map<string, { at: Path; names: Set<string> }>();
  for (const path of paths)
    for (let length = 0; length < path.length; length++) {
      const at = path.slice(0, length);
      const key = JSON.stringify(at);
      const object = known.get(key) ?? { at, names: new Set<string>() };
      known.set(key, object);
      object.names.add(path[length] ?? '');
    }
  for (const [key, { names }] of known)
    for (const place of places)
      if (JSON.stringify(place.at) === key)
        for (const [name, { schema }] of place.shape.properties) {
          const forms = shapes(schema);
          if (forms.length > 0 && forms.every(({ values }) => values?.length === 1)) names.add(name);
        }
  return {
    kind,
    when,
    base,
    fields,
    beside: [...known.values()].map(({ at, names }) => ({ at, known: [...names] })),
  };
}
