/** What a Tool does besides answering, in plain words (§1.7). Pure. */
import { ownEntry } from '../own-entry.ts';

type Effect = { class: string; authority: string; reversibility: string };

const CLASSES: Readonly<Record<string, string>> = {
  data_release: 'what you fill in is passed on',
};
const AUTHORITIES: Readonly<Record<string, string>> = {
  explicit: 'only when you approve',
};
const REVERSIBILITIES: Readonly<Record<string, string>> = {
  irreversible: 'it cannot be taken back',
  reversible: 'it can be taken back',
};

/** The service's own word where it is not known here. */
const said = (words: Readonly<Record<string, string>>, token: string): string =>
  ownEntry(words, token) ?? token.replaceAll('_', ' ');

/** The parts of an effect, each as said to a traveller. */
export const effectParts = (effect: Effect): [what: string, when: string, undone: string] => [
  said(CLASSES, effect.class),
  said(AUTHORITIES, effect.authority),
  said(REVERSIBILITIES, effect.reversibility),
];

/** `What you fill in is passed on, only when you approve; it cannot be taken back`. */
export function effectLabel(effect: Effect): string {
  const [what, when, undone] = effectParts(effect);
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}, ${when}; ${undone}`;
}
