import type { Role } from '../answer.ts';
import { ROLES } from '../answer.ts';
import { wordsOf } from '../words.ts';
import type { ApiOperation } from './document.ts';
import { placeOf, requiredBeyond } from './member-places.ts';
import { ROLE_FACTS, type RoleFacts } from './roles.ts';

/** How well an operation fits a role; undefined where it cannot be the one. */
export type Fitness = {
  score: number;
  /** What speaks for it, in words. */
  because: string;
};

const ENDINGS = ['', 's', 'es', 'd', 'ed', 'ing', 'led', 'ling'];
/** Weights of a word by where it stands: an id is chosen with more care than a sentence. */
const OWN = { id: 4, path: 3, summary: 3, tags: 1 };
const ALSO = { id: 2, path: 1, summary: 1, tags: 0 };

type Words = { id: string[]; path: string[]; summary: string[]; tags: string[] };
type Source = keyof Words;
const SOURCES: readonly Source[] = ['id', 'path', 'summary', 'tags'];
const SOURCE_WORDS: Record<Source, string> = { id: 'id', path: 'path', summary: 'summary', tags: 'tags' };

/** Whether `word` is `own` or a plain inflection of it: listed, calls, quoting. */
function says(word: string, own: string): boolean {
  const stem = own.length > 4 && own.endsWith('e') ? own.slice(0, -1) : own;
  return word === own || (word.startsWith(stem) && [...ENDINGS, 'e', 'er'].includes(word.slice(stem.length)));
}

const anyOf = (words: readonly string[], wanted: readonly string[]): string | undefined =>
  wanted.find((own) => words.some((word) => says(word, own)));

function wordsOfOperation(operation: ApiOperation): Words {
  return {
    id: wordsOf(operation.operationId ?? ''),
    // What stands in braces names a value, not the operation.
    path: wordsOf(operation.path.replace(/\{[^}]*\}/g, ' ')),
    summary: wordsOf(operation.summary),
    tags: operation.tags.flatMap(wordsOf),
  };
}

/**
 * Scores an operation for a role by its words, once its method, its security and its members allow it. Pure.
 * Members alone never bind: a word of the role must be said somewhere.
 */
export function fitness(role: Role, operation: ApiOperation): Fitness | undefined {
  const facts = ROLE_FACTS[role];
  if (operation.unusable !== null || !methodFits(facts, operation.method)) return undefined;
  if (
    operation.isPublic !== null &&
    facts.access !== 'either' &&
    operation.isPublic !== (facts.access === 'public')
  )
    return undefined;
  if (facts.needs.some((member) => placeOf(operation, member) === undefined)) return undefined;
  if (requiredBeyond(operation, [...facts.needs, ...facts.may]).length > 0) return undefined;

  const words = wordsOfOperation(operation);
  const heard = new Map<Source, string>();
  let score = 0;
  for (const source of SOURCES) {
    const own = anyOf(words[source], facts.own);
    const also = anyOf(words[source], facts.also);
    if (own === undefined && also === undefined) continue;
    heard.set(source, own ?? also ?? '');
    score += own === undefined ? ALSO[source] : OWN[source];
  }
  if (score === 0) return undefined;
  const about = SOURCES.filter((source) => anyOf(words[source], facts.about) !== undefined);
  if (about.length === 0 && facts.aboutNeeded === true) return undefined;
  score += about.length;
  for (const last of [words.id.at(-1), words.path.at(-1)])
    if (last !== undefined)
      score += anyOf([last], facts.own) !== undefined ? 2 : anyOf([last], facts.also) !== undefined ? 1 : 0;
  score -= foreignWords(role, facts, words) + (operation.deprecated ? 2 : 0);
  score += 3 * facts.needs.length + facts.may.filter((member) => placeOf(operation, member)).length;
  return { score, because: because(facts, heard) };
}

/** Reads come as GET or POST; what acts never comes as GET. */
const methodFits = (facts: RoleFacts, method: string): boolean =>
  facts.isRead
    ? method === 'GET' || method === 'POST'
    : method === 'POST' || method === 'PUT' || method === 'DELETE' || method === 'PATCH';

/** An operation that says another role's own word is more likely that one's. */
function foreignWords(role: Role, facts: RoleFacts, words: Words): number {
  const familiar = [...facts.own, ...facts.also, ...facts.about];
  const foreign = ROLES.filter((other) => other !== role).flatMap((other) =>
    ROLE_FACTS[other].own.filter((word) => !familiar.includes(word)),
  );
  const inId = anyOf(words.id, foreign) !== undefined || anyOf(words.path.slice(-1), foreign) !== undefined;
  return (inId ? 3 : 0) + (anyOf(words.summary, foreign) === undefined ? 0 : 2);
}

function because(facts: RoleFacts, heard: ReadonlyMap<Source, string>): string {
  const words = [...new Set(heard.values())].map((word) => `“${word}”`).join(' and ');
  const sources = [...heard.keys()].map((source) => SOURCE_WORDS[source]).join(', ');
  const takes =
    facts.needs.length === 0 ? '' : `, and it takes what the role needs (${facts.needs.join(', ')})`;
  return `It says ${words} (${sources})${takes}.`;
}
