import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { announce } from '../ui/status-messages.ts';

type PillKeysProps = {
  /** Names the field, in announcements. */
  label: string;
  codes: readonly string[];
  onRemove: (code: string) => void;
  /** Called when the focus has moved from the pills to outside the field. */
  onLeave: () => void;
};

/**
 * Codes shown as pills before a field, reached from it with the arrow keys: each is a button that removes it, and
 * Delete and Backspace also remove it. Then the one that takes its place is focused, or the one before, or the field.
 */
export function usePillKeys({ label, codes, onRemove, onLeave }: PillKeysProps) {
  const group = useRef<HTMLDivElement>(null);
  /** Which focused pill was removed. */
  const removed = useRef<number | null>(null);

  const focusPill = (place: number) => {
    const pills = group.current?.querySelectorAll<HTMLElement>('[data-pill]') ?? [];
    (pills[place] ?? group.current?.querySelector('input'))?.focus();
  };
  // Once the pill is removed, before the loss of focus is visible.
  useLayoutEffect(() => {
    if (removed.current === null) return;
    focusPill(Math.min(removed.current, codes.length - 1));
    removed.current = null;
  });

  const remove = (place: number) => {
    const code = codes[place];
    if (code === undefined) return;
    const pill = group.current?.querySelectorAll('[data-pill]')[place];
    if (pill !== undefined && pill === document.activeElement) removed.current = place;
    announce(`${code} removed from ${label}.`);
    onRemove(code);
  };

  const isWithin = (event: FocusEvent) => group.current?.contains(event.relatedTarget) === true;

  return {
    group,
    remove,
    /** Whether the focus stays in the field and its pills. */
    isWithin,
    /** For the field: true where the key was meant for the pills. */
    fieldKey(event: KeyboardEvent<HTMLInputElement>): boolean {
      if (event.currentTarget.value !== '' || codes.length === 0) return false;
      if (event.key === 'Backspace') remove(codes.length - 1);
      else if (event.key === 'ArrowLeft') focusPill(codes.length - 1);
      else return false;
      event.preventDefault();
      return true;
    },
    /** For the button of a pill. */
    buttonProps: (code: string, place: number) => ({
      'aria-label': `Remove ${code}`,
      'aria-hidden': undefined,
      'data-pill': true,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'ArrowLeft') focusPill(Math.max(0, place - 1));
        else if (event.key === 'ArrowRight') focusPill(place + 1);
        else if (event.key === 'Home') focusPill(0);
        else if (event.key === 'End') focusPill(codes.length);
        else if (event.key === 'Delete' || event.key === 'Backspace') remove(place);
        else return;
        event.preventDefault();
      },
      onBlur: (event: FocusEvent) => {
        if (!isWithin(event) && removed.current === null) onLeave();
      },
    }),
  };
}
