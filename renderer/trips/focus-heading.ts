/** Goes to the heading of the screen, where what had the focus is removed: the next Tab then begins there. */
export const focusHeading = (): void =>
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
