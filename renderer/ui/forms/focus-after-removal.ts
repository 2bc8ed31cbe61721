import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Things that can be removed one by one, each by a button of its own: when one is removed, and the focus with it, the one
 * that came into its place is focused, else the one before, else a field beside them. Used by what draws them.
 * @param within holds the buttons, and stays when the last of them is removed
 * @param buttons a selector of the buttons
 * @param otherwise a selector of what is focused when none is left
 * @returns to be notified which one is about to be removed
 */
export function useFocusAfterRemoval(
  within: RefObject<HTMLElement | null>,
  buttons: string,
  otherwise = 'input',
): (place: number) => void {
  const removed = useRef<number | null>(null);
  // Once it is removed, and before anybody sees that nothing has the focus.
  useLayoutEffect(() => {
    if (removed.current === null || document.activeElement !== document.body) return;
    const left = within.current?.querySelectorAll<HTMLElement>(buttons) ?? [];
    const next = left[Math.min(removed.current, left.length - 1)];
    (next ?? within.current?.querySelector<HTMLElement>(otherwise))?.focus();
    removed.current = null;
  });
  return (place) => {
    removed.current = place;
  };
}
