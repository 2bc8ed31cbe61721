import { plainName } from '#shared/plain-text.ts';
import { fold, wordsOf } from '../../marketplace/answers/fold.ts';
import { isDenial } from '../../marketplace/answers/further-page.ts';
import { membersOf, text } from '../../marketplace/answers/reading.ts';

/**
 * What a report of freshness says against itself. Which member says it is not shown (§4, rule 3), so every name and every
 * short text is read for words of this kind, and whatever is not plainly a denial counts. The report calls itself fresh
 * in a word that is known; a list that says nothing of the kind is read by what is known to be harmless
 * (`partial-list.ts`).
 */

/** Beginnings of words that say that not all is there, or that it is not what it is at present. */
const FLAWS =
  /partial|truncat|incomplet|degrad|omit|capped|clipp|sampl|dropped|skipp|exclud|overflow|restrict|redact|limited|timedout|timeout|unavailable|unreach|fail|error|warning|stale|outdat|besteffort|approximat/;
/** How many sources were asked, beside how many answered. */
const REQUESTED = /^(.*?)(?:queried|asked|contacted|requested)(?:count)?$/;
const ANSWERED = /^(.*?)(?:answered|responded|succeeded|returned)(?:count)?$/;
/** The same in a text, where more is said by the way: an explanation may name an error without meaning one. */
const FLAWED_TEXT =
  /\b(?:partial|truncat|incomplet|degrad|stale|outdat|not (?:all|complete|fresh|exhaustive)|limited to|timed out)/i;
/** Members that say that all is there: denied, they say the contrary. */
const WHOLENESS =
  /^(?:is|are|was)?(?:results?|list|catalogue|catalog)?(?:complete|completed|exhaustive|whole|full|fresh|uptodate|allresults)$/;
const SHARE = /completeness|coverage/;
/** Members that state how something stands, and states in which something is left out. */
const STATES = /(?:state|status|freshness)$/;
const FLAWED_STATES =
  /^(?:absent|missing|broken|crashed|down|expired|fail|error|unknown|unhealthy|aborted|cancel|offline)/;
/** Members that measure time instead of giving a state: `staleAfterMs`, `timeoutSeconds`, `lastFailureAt`. */
const MEASURES = new Set(['ms', 'at', 'after', 'until', 'seconds', 'minutes', 'hours', 'days']);

const MOST_NAMES = 200;
const DEEPEST = 4;
const LONGEST_TEXT = 500;

/** What a report says against itself, as the end of a sentence; null where it says nothing of the kind. */
export const shortfallIn = (body: unknown): string | null => flawOf(body, 0);

function flawOf(value: unknown, depth: number): string | null {
  if (depth >= DEEPEST) return null;
  if (Array.isArray(value))
    for (const item of value.slice(0, MOST_NAMES)) {
      const found = flawOf(item, depth + 1);
      if (found !== null) return found;
    }
  const members = membersOf(value);
  if (members === null) return null;
  for (const name of Object.keys(members).slice(0, MOST_NAMES)) {
    const found = flawOfMember(name, members[name]) ?? flawOf(members[name], depth + 1);
    if (found !== null) return found;
  }
  return unanswered(members);
}

/** `sourcesQueried` beside a smaller `sourcesAnswered`. */
function unanswered(members: Readonly<Record<string, unknown>>): string | null {
  const counts = Object.entries(members).slice(0, MOST_NAMES);
  for (const [name, requested] of counts) {
    const [, what] = REQUESTED.exec(fold(name)) ?? [];
    const short = counts.some(
      ([other, answered]) =>
        // Without a word of what was asked, it may be how many results.
        what && ANSWERED.exec(fold(other))?.[1] === what && Number(answered) < Number(requested),
    );
    if (short) return known(name);
  }
  return null;
}

function flawOfMember(name: string, value: unknown): string | null {
  const folded = fold(name);
  const measure = MEASURES.has(wordsOf(name).at(-1) ?? '') && !isTextOfWords(value);
  if (FLAWS.test(folded) && !measure && !isDenied(value)) return known(name);
  if (WHOLENESS.test(folded) && isDenial(value)) return known(name);
  if (SHARE.test(folded) && typeof value === 'number' && value !== 1 && value !== 100) return known(name);
  if (STATES.test(folded) && FLAWED_STATES.test(fold(text(value) ?? ''))) return known(text(value) ?? name);
  const words = text(value)?.slice(0, LONGEST_TEXT) ?? '';
  return FLAWED_TEXT.test(words.replaceAll(/[_-]/g, ' ')) ? known(words) : null;
}

/** Whether a value says no, or holds nothing but what does: `{hit: false}`. */
const isDenied = (value: unknown): boolean =>
  isDenial(value) || Object.values(membersOf(value) ?? { said: true }).every(isDenial);

const isTextOfWords = (value: unknown): boolean => typeof value === 'string' && !/^[\d.:TZ+-]*$/i.test(value);

/** The foreign word is shortened, never markup. */
const known = (word: string): string =>
  fold(word).startsWith('partial') ? 'its report was partial' : `its report says “${plainName(word)}”`;
