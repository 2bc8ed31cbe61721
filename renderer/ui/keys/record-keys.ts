import type { KeyboardEvent } from 'react';

/** What a letter key does with a record: on its row, and in its drawer. */
const ACTS = { s: 'star', n: 'note', c: 'compare' } as const;
export type RecordAct = (typeof ACTS)[keyof typeof ACTS];

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>;

/** Whether a key was pressed without modifiers and outside of text fields. */
export function isBare({ ctrlKey, metaKey, altKey, target }: Pressed): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  const { tagName, type } = target as Partial<HTMLInputElement>;
  return tagName !== 'TEXTAREA' && tagName !== 'SELECT' && (tagName !== 'INPUT' || type === 'checkbox');
}

/** The action of a key; null where it has none or belongs to a field. */
export const actOf = (event: Pressed): RecordAct | null =>
  isBare(event) ? (ACTS[event.key.toLowerCase() as keyof typeof ACTS] ?? null) : null;
