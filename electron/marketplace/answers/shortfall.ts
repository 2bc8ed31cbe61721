import { plainName } from '#shared/plain-text.ts';
import { fold, wordsOf } from './fold.ts';
import { isDenial, label, membersOf, text } from './reading.ts';

/**
 * Finds flaws that a freshness report or a Tool's output states about itself. The contract names no member for them (§4,
 * rule 3), so every name and short text is matched, and anything but a plain denial counts. Lists of the marketplace are
 * judged the other way round, by what is known to be harmless (`partial-list.ts`).
 */

/** Stems that mean that something is missing or out of date. */
const FLAWS =
  /partial|truncat|incomplet|degrad|omit|capped|clipp|sampl|dropped|skipp|exclud|overflow|restrict|redact|limited|timedout|timeout|unavailable|unreach|fail|error|warning|stale(?!ness)|outdat|besteffort|approximat|pending|backlog|maintenance|missing|delayed|withheld|suppressed|exceeded|reached|^not(?:searched|read|included|returned)/;
/** Names of the numbers of sources queried and of those that answered. */
const REQUESTED = /^(.*?)(?:queried|asked|contacted|requested|searched|total|expected)(?:count)?$/;
const ANSWERED =
  /^(.*?)(?:answered|responded|succeeded|returned|indexed|loaded|refreshed|synced|ready|healthy)(?:count)?$/;
/** Fewer stems for free text, which may mention an error without reporting one. */
const FLAWED_TEXT =
  /\b(?:partial|truncat|incomplet|degrad|stale|outdat|not (?:all|complete|fresh|exhaustive)|limited to|timed out|timeout)/i;
/** Members that state completeness, and the contrary when denied. */
const COMPLETENESS =
  /^(?:is|are|was)?(?:results?|list|catalogue|catalog|index)?(?:complete|completed|exhaustive|whole|full|fresh|uptodate|allresults|done|final|finished|exhausted|ok|success|succeeded|successful|ready|healthy|available|online|searchable)$/;
const SHARE = /completeness|coverage|progress|percent/;
/** Members that give a state, and states that mean something is missing. */
const STATES = /(?:state|status|freshness)$/;
const FLAWED_STATES =
  /^(?:absent|missing|broken|rebuild|reindex|crashed|down|expired|fail|error|unknown|unhealthy|aborted|cancel|offline)/;
/** Members that measure time instead of giving a state: `staleAfterMs`, `timeoutSeconds`, `lastFailureAt`. */
const MEASURES = new Set(['ms', 'at', 'after', 'until', 'seconds', 'minutes', 'hours', 'days']);

const MAX_NAMES = 200;
const DEEPEST = 4;
const LONGEST_TEXT = 500;

/** The flaw that a report states, as the end of a sentence; null if none. */
export const shortfallIn = (body: unknown): string | null => flawOf(body, 0);

function flawOf(value: unknown, depth: number): string | null {
  if (depth >= DEEPEST) return null;
  if (Array.isArray(value))
    for (const item of value.slice(0, MAX_NAMES)) {
      const found = flawOf(item, depth + 1);
      if (found !== null) return found;
    }
  const members = membersOf(value);
  if (members === null) return null;
  for (const name of Object.keys(members).slice(0, MAX_NAMES)) {
    const found = flawOfMember(name, members[name]) ?? flawOf(members[name], depth + 1);
    if (found !== null) return found;
  }
  return missingAnswers(members);
}

/** `sourcesQueried` beside a smaller `sourcesAnswered`. */
function missingAnswers(members: Readonly<Record<string, unknown>>): string | null {
  const counts = Object.entries(members).slice(0, MAX_NAMES);
  for (const [name, requested] of counts) {
    const [, what] = REQUESTED.exec(fold(name)) ?? [];
    const short = counts.some(
      ([other, answered]) =>
        // Without a common subject, the number may count results.
        what && ANSWERED.exec(fold(other))?.[1] === what && Number(answered) < Number(requested),
    );
    if (short) return quoteFlaw(name);
  }
  return null;
}

function flawOfMember(name: string, value: unknown): string | null {
  const folded = fold(name);
  const measure =
    MEASURES.has(wordsOf(name).at(-1) ?? '') && !isFreeText(value) && !/truncat|capped|clipp/.test(folded);
  if (FLAWS.test(folded) && !measure && !isDenied(value)) return quoteFlaw(name);
  if (COMPLETENESS.test(folded) && isDenial(value)) return quoteFlaw(name);
  const [, share] = /^([\d.]+) ?%?$/.exec(label(value) ?? '') ?? [];
  if (SHARE.test(folded) && share !== undefined && ![1, 100].includes(Number(share))) return quoteFlaw(name);
  if (STATES.test(folded) && FLAWED_STATES.test(fold(text(value) ?? '')))
    return quoteFlaw(text(value) ?? name);
  const words = text(value)?.slice(0, LONGEST_TEXT) ?? '';
  const [tally, some, all] = /\b(\d+) (?:out )?of (\d+)\b/.exec(words) ?? [];
  if (tally !== undefined && some !== all) return quoteFlaw(words);
  return FLAWED_TEXT.test(words.replaceAll(/[_-]/g, ' ')) ? quoteFlaw(words) : null;
}

/** Whether a value is a denial, or a record of denials: `{hit: false}`. */
const isDenied = (value: unknown): boolean =>
  isDenial(value) || Object.values(membersOf(value) ?? { stated: true }).every(isDenial);

const isFreeText = (value: unknown): boolean =>
  typeof value === 'string' && !/^[\d.:DHMPSTWZ+-]*$/i.test(value);

/** Quotes the service's word as plain, shortened text. */
const quoteFlaw = (word: string): string =>
  fold(word).startsWith('partial') ? 'its report was partial' : `its report says “${plainName(word)}”`;
