import { namesCertainAct, namesPossibleAct } from '../answers/acting-names.ts';
import { wordsOf } from '../answers/fold.ts';
import type { Role } from '../http/answer.ts';
import { ROLES } from '../http/answer.ts';
import type { ApiOperation } from './document.ts';
import {
  formFor,
  isRequiredAt,
  type MemberMap,
  oncePer,
  placeOf,
  requiredBeside,
} from './request-members.ts';
import { ROLE_FACTS, type RoleFacts } from './roles.ts';

/** How well an operation fits a role, or why it does not. */
export type Fitness =
  | {
      fits: true;
      score: number;
      /** The reasons, as words. */
      because: string;
    }
  | {
      fits: false;
      /** The stage at which it failed: later means nearer. 0 if it contains none of the role's words. */
      stage: number;
      /** The reason, as words after its name. */
      why: string;
    };

const ENDINGS = ['', 's', 'es', 'd', 'ed', 'ing', 'led', 'ling'];
/** Weight of a word by its source: ids are chosen more carefully than sentences. */
const OWN = { id: 4, path: 3, summary: 3, tags: 1 };
const ALSO = { id: 2, path: 1, summary: 1, tags: 0 };

type Source = 'id' | 'path' | 'summary' | 'tags';
type Words = Readonly<Record<Source, readonly string[]>>;
const SOURCES: readonly Source[] = ['id', 'path', 'summary', 'tags'];

/** Whether `word` is `own` or an inflection of it: listed, calls, quoting. */
function isInflectionOf(word: string, own: string): boolean {
  const stem = own.length > 4 && own.endsWith('e') ? own.slice(0, -1) : own;
  return word === own || (word.startsWith(stem) && [...ENDINGS, 'e', 'er'].includes(word.slice(stem.length)));
}

const anyOf = (words: readonly string[], wanted: readonly string[]): string | undefined =>
  wanted.find((own) => words.some((word) => isInflectionOf(word, own)));

/** What is searched for words: more than any operation has. */
const LONGEST_TEXT = 1_000;
const MAX_TAGS = 100;

const wordsOfOperation = oncePer(
  (operation: ApiOperation): Words => ({
    id: wordsOf((operation.operationId ?? '').slice(0, LONGEST_TEXT)),
    // Braces name a value, not the operation.
    path: wordsOf(operation.path.slice(0, LONGEST_TEXT).replace(/\{[^{}]*\}/g, ' ')),
    summary: wordsOf(operation.summary.slice(0, LONGEST_TEXT)),
    tags: operation.tags.slice(0, MAX_TAGS).flatMap((tag) => wordsOf(tag.slice(0, LONGEST_TEXT))),
  }),
);

/**
 * Scores an operation for a role by its words, if its method, security and members permit it. Pure. Members alone
 * never bind: one of the role's words must occur.
 */
export function fitness(role: Role, operation: ApiOperation): Fitness {
  const facts = ROLE_FACTS[role];
  const words = wordsOfOperation(operation);
  const found = new Map<Source, string>();
  let score = 0;
  for (const source of SOURCES) {
    const own = anyOf(words[source], facts.own);
    const also = anyOf(words[source], facts.also);
    if (own === undefined && also === undefined) continue;
    found.set(source, own ?? also ?? '');
    score += own === undefined ? ALSO[source] : OWN[source];
  }
  if (score === 0) return { fits: false, stage: 0, why: 'says no word of it' };
  const about = SOURCES.filter((source) => anyOf(words[source], facts.about) !== undefined);
  if (about.length === 0 && facts.aboutNeeded === true)
    return { fits: false, stage: 1, why: `does not say that it is about ${facts.about[0]}s` };
  const obstacle = obstacleTo(facts, operation);
  // An operation with another role's word is near only if its members fit too.
  if (obstacle !== null)
    return {
      ...obstacle,
      fits: false,
      stage: obstacle.stage + ([...found.values()].some((one) => facts.own.includes(one)) ? 10 : 0),
    };
  score += about.length;
  for (const last of [words.id.at(-1), words.path.at(-1)])
    if (last !== undefined)
      score += anyOf([last], facts.own) !== undefined ? 2 : anyOf([last], facts.also) !== undefined ? 1 : 0;
  score -= foreignWords(role, facts, words) + (operation.deprecated ? 2 : 0);
  const form = formFor(operation, facts.needs);
  score += 3 * facts.needs.length + facts.may.filter((member) => placeOf(operation, form, member)).length;
  return { fits: true, score, because: because(facts, found) };
}

/** Words that leave open what is done: of reading, of asking for a quote, and of sentences. */
const NEUTRAL_READS =
  'get read show fetch list query retrieve view find search look lookup check report return tell give poll see browse request ask'.split(
    ' ',
  );
const NEUTRAL_ASKS = 'create make new issue prepare compute calculate estimate obtain'.split(' ');
const QUALIFIERS =
  'a an the one my your this that its of for by to with in on at as all current latest recent pending open available remaining own me self info details summary wallet agent access user customer market marketplace id ref reference api rpc what who whose which how where whether'.split(
    ' ',
  );

/** The words of a name's last part, which says what is done: of `account.balance.adjust` or `/account/balance/adjust/{id}`. */
const headOf = (name: string): readonly string[] =>
  wordsOf(
    name
      .replace(/\{[^{}]*\}/g, '')
      .split(/[./:]+/)
      .filter((part) => part !== '')
      .at(-1) ?? '',
  );

/**
 * The word by which an operation that the key goes to may do something else than the role, such as “rotate” in
 * `account.rotateKey`; null if there is none. Nobody has confirmed an operation that is bound by its words, so what its
 * name says beyond the role's words is not taken for harmless: no list of acts is complete. A GET is safe (RFC 9110,
 * §9.2.1) unless its name certainly acts.
 */
export function otherAct(role: Role, operation: ApiOperation): string | null {
  const facts = ROLE_FACTS[role];
  if (role === 'call' || facts.access === 'public' || operation.isPublic === true) return null;
  if (facts.isRead && operation.saysReadOnly) return null;
  const words = wordsOfOperation(operation);
  const heads = [
    { all: words.id, head: headOf((operation.operationId ?? '').slice(0, LONGEST_TEXT)) },
    { all: words.path, head: headOf(operation.path.slice(0, LONGEST_TEXT)) },
  ];
  if (operation.method === 'GET')
    return heads.find(({ head }) => namesCertainAct(head))?.head.join(' ') ?? null;
  const own = [...facts.own, ...facts.also];
  const harmless = [
    ...own,
    ...facts.about,
    ...QUALIFIERS,
    ...NEUTRAL_READS,
    ...(facts.isRead ? [] : NEUTRAL_ASKS),
  ];
  const isOther = (word: string): boolean =>
    anyOf([word], harmless) === undefined &&
    // Such as "commit", of which a commitment comes.
    !own.some((one) => word.length > 4 && one.startsWith(word)) &&
    !/^v?\d+$/.test(word) &&
    word !== operation.method.toLowerCase();
  const namesRole = (all: readonly string[]): boolean => anyOf(all, own) !== undefined;
  for (const { all, head } of heads) {
    // A name that says nothing of the role, such as `op17`, says nothing else either, unless it is a known act.
    const other = head.find((word) => isOther(word) && (namesRole(all) || namesPossibleAct([word])));
    if (other !== undefined) return other;
  }
  const [first] = words.summary;
  if (first === undefined || !isOther(first)) return null;
  return heads.some(({ all }) => namesRole(all)) && !namesPossibleAct([first]) ? null : first;
}

/** Whether an operation says what the role is about. */
export function saysAbout(role: Role, operation: ApiOperation): boolean {
  const words = wordsOfOperation(operation);
  return SOURCES.some((source) => anyOf(words[source], ROLE_FACTS[role].about) !== undefined);
}

/** What keeps an operation that says the right words from being the one; null where nothing does. */
function obstacleTo(facts: RoleFacts, operation: ApiOperation): { stage: number; why: string } | null {
  if (!methodFits(facts, operation.method))
    return {
      stage: 2,
      why: facts.isRead
        ? `is a ${operation.method}, and what only reads is a GET or a POST`
        : `is a ${operation.method}, and what acts is never one`,
    };
  if (
    operation.isPublic !== null &&
    facts.access !== 'either' &&
    operation.isPublic !== (facts.access === 'public')
  )
    return {
      stage: 3,
      why: operation.isPublic
        ? 'is declared to need no key, and this needs one'
        : 'needs a key, and this needs none (§5.1)',
    };
  const form = formFor(operation, facts.needs);
  const placed = facts.needs.map((need) => placeOf(operation, form, need));
  const lacking = facts.needs.filter((_, at) => placed[at] === undefined);
  // A body that cannot be read may well take them.
  if (lacking.length > 0 && operation.body === null && operation.unusable !== null)
    return { stage: 4, why: `cannot be used: ${operation.unusable}` };
  if (lacking.length > 0) return { stage: 4, why: `takes no ${lacking.join(' and no ')}` };
  const beside = unknownBeside(operation, facts);
  if (beside !== null) return { stage: 5, why: beside };
  return operation.unusable === null ? null : { stage: 6, why: `cannot be used: ${operation.unusable}` };
}

/** What an operation requires and nobody knows, as words after "it"; null if there is none. */
export function unknownBeside(
  operation: ApiOperation,
  facts: RoleFacts,
  chosen: MemberMap = {},
): string | null {
  const form = formFor(operation, facts.needs, chosen);
  const further = [...facts.may, ...(facts.extra ?? [])].map((name) =>
    placeOf(operation, form, name, chosen),
  );
  const { missing } = requiredBeside(operation, form, [
    ...facts.needs.map((need) => placeOf(operation, form, need, chosen)),
    ...further.filter((place) => place !== undefined && isRequiredAt(place)),
  ]);
  const named = missing.slice(0, 3).map((name) => `“${name.slice(0, 60)}”`);
  return named.length === 0 ? null : `requires ${named.join(', ')}, which Milepost does not know`;
}

/** Reads are GET or POST; acts are never GET. */
const methodFits = (facts: RoleFacts, method: string): boolean =>
  facts.isRead
    ? method === 'GET' || method === 'POST'
    : method === 'POST' || method === 'PUT' || method === 'DELETE' || method === 'PATCH';

/** An operation with another role's word more likely belongs to that role. */
function foreignWords(role: Role, facts: RoleFacts, words: Words): number {
  const familiar = [...facts.own, ...facts.also, ...facts.about];
  const foreign = ROLES.filter((other) => other !== role).flatMap((other) =>
    ROLE_FACTS[other].own.filter((word) => !familiar.includes(word)),
  );
  const inId = anyOf(words.id, foreign) !== undefined || anyOf(words.path.slice(-1), foreign) !== undefined;
  return (inId ? 3 : 0) + (anyOf(words.summary, foreign) === undefined ? 0 : 2);
}

function because(facts: RoleFacts, found: ReadonlyMap<Source, string>): string {
  const words = [...new Set(found.values())].map((word) => `“${word}”`).join(' and ');
  const sources = [...found.keys()].join(', ');
  const takes =
    facts.needs.length === 0 ? '' : `, and it takes what the role needs (${facts.needs.join(', ')})`;
  return `It says ${words} (${sources})${takes}.`;
}
