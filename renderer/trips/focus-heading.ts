/** Focuses the heading of the screen when the focused element is removed: the next Tab starts from there. */
export const focusHeading = (): void =>
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
