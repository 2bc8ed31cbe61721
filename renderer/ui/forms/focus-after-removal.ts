import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For lists whose items are removed by buttons of their own: when the focused one is removed, the focus moves to the
 * one that took its place, otherwise the one before, otherwise a field beside them. Used by their component.
 * @param within contains the buttons, and stays when the last of them is removed
 * @param buttons a selector of the buttons
 * @param otherwise a selector of the fallback
 * @returns a function to call with the button about to be removed
 */
export function useFocusAfterRemoval(
  within: RefObject<HTMLElement | null>,
  buttons: string,
  otherwise = 'input',
): (place: number) => void {
  const removed = useRef<number | null>(null);
  // Once it is removed, before the loss of focus is visible.
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
