import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { InputProblem } from '#shared/contract/catalogue.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { standaloneSchemas } from '../openapi/standalone-schema.ts';
import { lately } from './lately.ts';

/** The problems of an input by a Tool's schema; `notice` if the schema is unusable and only the service checks. */
export type SchemaVerdict = { problems: InputProblem[]; notice: string | null };

/** Larger inputs are neither checked nor sent: a foreign schema may take quadratic time. */
const LARGEST_INPUT = 200_000;
const MAX_PROBLEMS = 50;
const LONGEST_MESSAGE = 300;

/** Recently compiled schemas by their text: a page checks again with every change of its form. */
const compiled = new Map<string, Validators | string>();

const validatorsOf = (schema: unknown): Validators | string =>
  lately(compiled, JSON.stringify(schema) ?? 'null', () => compile(schema));

/**
 * Whether an input fits, and everything that is wrong with it. The first stops at the first problem: the second may be
 * many times larger than schema and input together, and is only asked for an input that does not fit: the process ends
 * with it where it grows too large.
 */
type Validators = { fits: ValidateFunction; problems: ValidateFunction };

const OPTIONS = { strict: false, logger: false, validateSchema: false } as const;

function compile(schema: unknown): Validators | string {
  const alone = standaloneSchemas(schema)(schema);
  if (!alone.ok) return alone.why;
  // New instances each time: names of one Tool's schema never meet another's.
  const compiled = (allErrors: boolean): ValidateFunction =>
    addFormats(new Ajv2020({ ...OPTIONS, allErrors })).compile(alone.schema);
  try {
    return { fits: compiled(false), problems: compiled(true) };
  } catch {
    return 'its schema is not one that can be used';
  }
}

/**
 * Checks an input against a Tool's schema. Each problem has the JSON pointer of its value, or of the missing member.
 * Never throws, and is bounded in time and size: the schema is foreign.
 */
export function checkAgainstSchema(schema: unknown, input: Record<string, unknown>): SchemaVerdict {
  if ((JSON.stringify(input) ?? '').length > LARGEST_INPUT)
    return { problems: [{ pointer: '', words: 'It is larger than Milepost sends.' }], notice: null };
  if (schema === null || schema === undefined)
    return {
      problems: [],
      notice: 'The service describes no input for this Tool, so it is not checked here.',
    };
  const validators = validatorsOf(schema);
  const unchecked = (why: string): SchemaVerdict => ({
    problems: [],
    notice: `The input is not checked here: ${why}. The service checks it when it quotes.`,
  });
  if (typeof validators === 'string') return unchecked(validators);
  try {
    if (validators.fits(input)) return { problems: [], notice: null };
    const first = validators.fits.errors ?? [];
    return verdict(validators.problems(input) ? first : (validators.problems.errors ?? first));
  } catch {
    // A schema that directly contains itself recurses until the stack overflows.
    return unchecked('its schema cannot be followed');
  }
}

function verdict(errors: readonly ErrorObject[]): SchemaVerdict {
  const problems = new Map<string, InputProblem>();
  for (const error of errors) {
    const problem = problemOf(error);
    if (problems.size < MAX_PROBLEMS) problems.set(`${problem.pointer}\n${problem.words}`, problem);
  }
  return { problems: [...problems.values()], notice: null };
}

const escaped = (name: unknown): string => String(name).replaceAll('~', '~0').replaceAll('/', '~1');
const brief = (words: string): string =>
  words.length > LONGEST_MESSAGE ? `${words.slice(0, LONGEST_MESSAGE - 1)}…` : words;
const value = (given: unknown): string => (typeof given === 'string' ? given : JSON.stringify(given));

function problemOf(error: ErrorObject): InputProblem {
  const { keyword, instancePath, params } = error;
  switch (keyword) {
    case 'required':
      return { pointer: `${instancePath}/${escaped(params.missingProperty)}`, words: 'Is needed.' };
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return {
        pointer: `${instancePath}/${escaped(params.additionalProperty ?? params.unevaluatedProperty)}`,
        words: 'The Tool takes no member of this name.',
      };
    default:
      return { pointer: instancePath, words: brief(wordsOf(keyword, params, error.message)) };
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'Write a date as YYYY-MM-DD, for example 2027-03-14.',
  'date-time': 'Write a moment with its offset, for example 2027-03-14T09:30:00Z.',
  time: 'Write a time with its offset, for example 09:30:00Z.',
  email: 'Write an e-mail address.',
  uri: 'Write a whole address, for example https://example.org/.',
};

const CHARACTERS: Readonly<Record<string, string>> = {
  '[A-Z]': 'capital letters',
  '[a-z]': 'small letters',
  '[A-Za-z]': 'letters',
  '[a-zA-Z]': 'letters',
  '[0-9]': 'digits',
  '\\d': 'digits',
  '[A-Z0-9]': 'capital letters or digits',
};

/** A pattern in words: a date, or so many characters of one kind. Of any other, no user could read what it asks for. */
function patternMessage(pattern: string): string {
  if (/^\^(?:\\d|\[0-9\])\{4\}(?:-(?:\\d|\[0-9\])\{2\}){2}\$$/.test(pattern)) return FORMATS.date ?? '';
  const [, kind = '', least, most] = /^\^(\[[^\]]+\]|\\d)\{(\d+)(?:,(\d+))?\}\$$/.exec(pattern) ?? [];
  const characters = ownEntry(CHARACTERS, kind);
  if (characters === undefined) return 'Not in the form that the Tool expects.';
  return `Write ${least}${most === undefined ? '' : ` to ${most}`} ${characters}.`;
}

function wordsOf(keyword: string, params: Record<string, unknown>, message: string | undefined): string {
  switch (keyword) {
    case 'type':
      return `Must be ${[params.type].flat().map(value).join(' or ')}.`;
    case 'enum':
      return `Must be one of: ${[params.allowedValues].flat().map(value).join(', ')}.`;
    case 'const':
      return `Must be ${value(params.allowedValue)}.`;
    case 'minLength':
      return `Needs at least ${value(params.limit)} characters.`;
    case 'maxLength':
      return `Takes at most ${value(params.limit)} characters.`;
    case 'minItems':
      return `Needs at least ${value(params.limit)} ${params.limit === 1 ? 'entry' : 'entries'}.`;
    case 'maxItems':
      return `Takes at most ${value(params.limit)} ${params.limit === 1 ? 'entry' : 'entries'}.`;
    case 'uniqueItems':
      return `Entries ${Number(params.j) + 1} and ${Number(params.i) + 1} are the same.`;
    case 'minimum':
      return `Must be ${value(params.limit)} or more.`;
    case 'maximum':
      return `Must be ${value(params.limit)} or less.`;
    case 'exclusiveMinimum':
      return `Must be more than ${value(params.limit)}.`;
    case 'exclusiveMaximum':
      return `Must be less than ${value(params.limit)}.`;
    case 'multipleOf':
      return `Must be a multiple of ${value(params.multipleOf)}.`;
    case 'pattern':
      return patternMessage(String(params.pattern));
    case 'format':
      return ownEntry(FORMATS, String(params.format)) ?? `Must be of the format ${value(params.format)}.`;
    case 'oneOf':
    case 'anyOf':
      return 'Fits none of the forms that the Tool takes, or more than one.';
    default:
      return `Does not fit: ${message ?? keyword}.`;
  }
}
