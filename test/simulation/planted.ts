import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Count } from './oracle/counts.ts';

/**
 * A fault planted in the program's source as it is loaded, and nowhere else: the simulation must find what each of them
 * does. A rule implemented in several places is broken in all of them.
 */
export type Planted = { broken: readonly Broken[]; found: readonly Count[] };

/** `rule` occurs exactly once in the file. */
type Broken = { file: string; rule: string; instead: string };

export const PLANTED: Readonly<Record<string, Planted>> = {
  'a declined repeated order is believed': {
    broken: [
      {
        file: 'electron/purchases/ordering/failed-order.ts',
        rule: "return isFirst ? 'refused' : 'declined';",
        instead: "return 'refused';",
      },
    ],
    found: ['charged and written off', 'charged twice', 'never settled'],
  },
  'a Call of which nothing says whose it is is taken as the own one': {
    broken: [
      {
        file: 'electron/purchases/ordering/call-search.ts',
        rule: 'const own = listed.filter((call) => ownerOf(call) === true);',
        instead: 'const own = listed.filter((call) => ownerOf(call) !== false);',
      },
    ],
    found: ['charged and forgotten', 'charged and written off', 'never settled', 'charged twice'],
  },
  'no wait of its own stands below a named one': {
    broken: [
      {
        file: 'electron/marketplace/waits/timing.ts',
        rule: 'return Math.round(Math.min(doubled, LONGEST_OWN_WAIT_MS) * (1 + random() / 2));',
        instead: 'return random() + doubled * 0;',
      },
    ],
    found: ['requests beyond the bounds'],
  },
  'a named wait does not outlive the program': {
    broken: [
      {
        file: 'electron/marketplace/waits/wait-store.ts',
        rule: 'write({ origin, ...wait });',
        instead: 'void origin;',
      },
    ],
    found: ['waits cut short'],
  },
  'a program does not hear what another was told to wait': {
    broken: [
      {
        file: 'electron/marketplace/waits/origin-budget.ts',
        rule: 'now === null || now === versionRead',
        instead: 'versionRead !== null || now === null',
      },
    ],
    found: ['waits cut short'],
  },
  'an answer that says to be partial proves absence': {
    broken: [
      {
        file: 'shared/catalogue/absence.ts',
        rule: 'if (answer.shortfall !== null) return answer.shortfall;',
        instead: '',
      },
    ],
    found: ['absences wrongly claimed'],
  },
  'an optional member that does not fit stops the request': {
    broken: [
      {
        file: 'electron/marketplace/openapi/build-request.ts',
        rule: 'if (wrong !== null && needed) return',
        instead: 'if (wrong !== null) return',
      },
    ],
    found: ['never settled', 'dead ends'],
  },
  'a reference that names two requests is ordered by': {
    broken: [
      {
        file: 'electron/purchases/quoting/quoting.ts',
        rule: 'whyUnusable(entry, quote) ?? whyAmbiguous(context, entry, quote.quoteRef, inputDigest);',
        instead: 'whyUnusable(entry, quote); void whyAmbiguous;',
      },
    ],
    found: ['charged without approval'],
  },
  'a charge is not compared with its approval': {
    broken: [
      {
        file: 'shared/purchase/charge.ts',
        rule: 'if (oddity !== null) return oddity.kind;',
        instead: 'if (oddity !== null || charged !== null) return null;',
      },
    ],
    found: ['charges without an alarm'],
  },
  'another request than was approved is bought unattended': {
    broken: [
      {
        file: 'electron/purchases/approvals/under-approval.ts',
        rule: 'if (first !== undefined)\n    fail(',
        instead: 'if (first === null)\n    fail(',
      },
    ],
    found: ['charged without approval'],
  },
  'what is above the listing is bought unattended': {
    broken: [
      {
        file: 'electron/purchases/approvals/under-approval.ts',
        rule: 'if (needsSecondAct(authorisation))\n    fail(',
        instead: 'if (authorisation === null)\n    fail(',
      },
      {
        // It is checked once more where the order is stored.
        file: 'electron/purchases/ordering/buying.ts',
        rule: "!(right.event === 'approved' && right.aboveAuthorisation)",
        instead: "right.event === 'approved' && !right.aboveAuthorisation",
      },
    ],
    found: ['charged without approval'],
  },
  'answers are read by one name only': {
    broken: [
      {
        file: 'electron/marketplace/service/derive-map.ts',
        rule: 'for (const word of field.words) {\n    const name = nameLike(shape, word);',
        instead: 'for (const word of field.words.slice(0, 1)) {\n    const name = nameLike(shape, word);',
      },
    ],
    found: ['never settled', 'charged and forgotten', 'dead ends', 'charged and written off'],
  },
  'a moving cursor is taken for the first one': {
    broken: [
      {
        file: 'electron/awards/coverage/page-fit.ts',
        rule: 'page.cursor !== before.cursor &&',
        instead: 'page.cursor === before &&',
      },
    ],
    found: ['absences wrongly claimed'],
  },
};

/** Breaks one rule in everything loaded from now on. Fails where the rule no longer has this text. */
export function plant(name: string): void {
  const planted = PLANTED[name];
  if (planted === undefined) throw new Error(`Nothing is planted by the name of ${name}.`);
  const { broken } = planted;
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      const path = url.startsWith('file:') ? fileURLToPath(url) : '';
      const here = broken.filter(({ file }) => path.endsWith(`/${file}`));
      if (here.length === 0) return loaded;
      const source = here.reduce((text, { file, rule, instead }) => {
        const parts = text.split(rule);
        if (parts.length !== 2) throw new Error(`The rule does not stand once in ${file}: ${rule}`);
        return parts.join(instead);
      }, String(loaded.source));
      return { ...loaded, source };
    },
  });
}
