import type { RepeatedMember } from '#shared/exact-json.ts';

/** Where an answer holds what was paid for: a repeated name in it says nothing of the money. */
const OUTPUT = /^(?:output|outputs|data|records|rows|items|content|payload)$/i;

/** Why an answer about money is not understood, in a sentence; null if no name that matters stands twice. */
export function repeatedMessage(repeated: readonly RepeatedMember[] = []): string | null {
  const [first] = repeated.filter(({ within }) => !within.some((name) => OUTPUT.test(name)));
  return first === undefined
    ? null
    : `The answer cannot be read: it names “${first.name.slice(0, 40)}” twice, so that it is not known which holds.`;
}
