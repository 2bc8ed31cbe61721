import { ownEntry } from '#shared/own-entry.ts';
import { type AnswerChoices, type FieldMap, fieldLabel, pointerOf } from './answer-map.ts';
import { declaredShapes, isBare, isOf, type Shape, type Shapes } from './declared-shape.ts';
import { answerMapOf, answerPlaces, JSON_TYPES, PRIMARY } from './derive-map.ts';
import { ANSWERS, type AnswerField, type AnswerRole, type AnswerWords } from './vocabulary.ts';

/** A field that a role needs of its answer, with what the operation declares that may be it. */
export type AnswerFieldChoice = {
  /** As in `AnswerChoices`. */
  name: string;
  label: string;
  needed: boolean;
  /** The pointer in use: chosen by the user, or derived; null for none. */
  at: string | null;
  options: { pointer: string; type: string }[];
};

const MAX_OPTIONS = 200;

type Declared = { pointer: string; forms: readonly Shape[] };

/**
 * What a role needs of an answer, each with the declared places that it may be mapped to by hand; empty for an answer of
 * which nothing is declared, and for a role whose answer is not read.
 */
export function answerFieldsOf(
  role: AnswerRole,
  schemas: readonly unknown[],
  root: unknown,
  choices: AnswerChoices,
): AnswerFieldChoice[] {
  const shapes = declaredShapes(root);
  const all = declaredIn(schemas, shapes);
  if (all.length === 0) return [];
  const mapped = answerMapOf(role, schemas, root, choices);
  const { kinds }: AnswerWords = ANSWERS[role];
  const main = Object.entries(kinds).filter(([kind]) => PRIMARY.has(kind));
  const found: Readonly<Record<string, FieldMap>> = mapped.ok
    ? Object.assign(
        {},
        ...mapped.map.variants.filter(({ kind }) => PRIMARY.has(kind)).map(({ fields }) => fields),
      )
    : mapped.found;
  const needed = new Map(
    main.flatMap(([, { fields }]) => Object.entries(fields).filter(([, field]) => field.needed === true)),
  );
  return [...needed].flatMap(([name, field]) =>
    rowsOf(name, field, { all, found: found[name], choices, shapes }),
  );
}

/** The choices that name a field of the role, and a place that is declared. */
export const cleanChoices = (fields: readonly AnswerFieldChoice[], choices: AnswerChoices): AnswerChoices =>
  Object.fromEntries(
    Object.entries(choices).filter(([name, pointer]) =>
      fields.some((field) => field.name === name && field.options.some((one) => one.pointer === pointer)),
    ),
  );

function declaredIn(schemas: readonly unknown[], shapes: Shapes): Declared[] {
  const known = new Map<string, Shape[]>();
  for (const { at, shape } of schemas.flatMap((schema) => answerPlaces(schema, shapes)))
    for (const [name, { schema }] of shape.properties) {
      const pointer = pointerOf([...at, name]);
      const forms = known.get(pointer) ?? [];
      if (known.size < MAX_OPTIONS || forms.length > 0) known.set(pointer, [...forms, ...shapes(schema)]);
    }
  return [...known].map(([pointer, forms]) => ({ pointer, forms }));
}

/** The row of a field, and those of what it is made of. */
function rowsOf(
  name: string,
  field: AnswerField,
  {
    all,
    found,
    choices,
    shapes,
  }: { all: readonly Declared[]; found: FieldMap | undefined; choices: AnswerChoices; shapes: Shapes },
): AnswerFieldChoice[] {
  const at = ownEntry(choices, name) ?? (found === undefined ? null : pointerOf(found.at));
  const row = (
    own: string,
    label: string,
    needed: boolean,
    types: readonly string[],
    now: string | null,
  ) => ({
    name: own,
    label,
    needed,
    at: now,
    options: all
      .filter(({ forms }) => forms.length === 0 || forms.some((form) => isOf(form, ...types)))
      .map(({ pointer, forms }) => ({ pointer, type: typeOf(forms) })),
  });
  const label = fieldLabel(name);
  const own = row(name, label, field.needed === true, JSON_TYPES[field.type], at);
  if (
    field.type === 'amount' &&
    at !== null &&
    (found === undefined || ownEntry(choices, `${name}.currency`) !== undefined)
  )
    return [
      own,
      row(
        `${name}.currency`,
        `currency of the ${label}`,
        true,
        ['string'],
        ownEntry(choices, `${name}.currency`) ?? null,
      ),
      row(
        `${name}.exponent`,
        `exponent of the ${label}`,
        false,
        ['integer', 'number', 'string'],
        ownEntry(choices, `${name}.exponent`) ?? null,
      ),
    ];
  if (at === null) return [own];
  const items = all.find(({ pointer }) => pointer === at)?.forms.map((form) => form.items) ?? [];
  const within = declaredIn(
    items.filter((schema) => shapes(schema).some((shape) => !isBare(shape))),
    shapes,
  );
  const inner = Object.entries(field.of ?? {}).filter(([, one]) => one.needed === true);
  return [
    own,
    ...inner.map(([one, of]) => {
      const key = `${name}.${one}`;
      const derived = found?.of?.fields[one]?.at;
      return {
        name: key,
        label: `${fieldLabel(one)} in the ${label}`,
        needed: true,
        at: ownEntry(choices, key) ?? (derived === undefined ? null : pointerOf(derived)),
        options: within
          .filter(
            ({ forms }) => forms.length === 0 || forms.some((form) => isOf(form, ...JSON_TYPES[of.type])),
          )
          .map(({ pointer, forms }) => ({ pointer, type: typeOf(forms) })),
      };
    }),
  ];
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'flag',
  array: 'list',
  object: 'object',
};
/** The declared types in words. */
const typeOf = (forms: readonly Shape[]): string =>
  [...new Set(forms.flatMap(({ types }) => types.map((type) => ownEntry(TYPE_WORDS, type) ?? type)))].join(
    ' or ',
  ) || 'anything';
