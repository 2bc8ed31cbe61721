import type { App, PowerMonitor } from 'electron';

export type SessionEndDeps = {
  app: Pick<App, 'on' | 'quit'>;
  powerMonitor: Pick<PowerMonitor, 'on'>;
  /** What of a purchase is under way, in words; null if nothing is. */
  inFlight: () => string | null;
};

/**
 * Ends the program with the system's session. Windows sends its windows nothing but these events, and neither
 * `before-quit` nor `will-quit`; elsewhere the power monitor says it. An order on its way delays the end as far as the
 * system allows; whatever is cut off is in the journal, and is asked about at the next start (§7.3).
 */
export function watchSessionEnd({ app, powerMonitor, inFlight }: SessionEndDeps): void {
  app.on('browser-window-created', (_event, window) => {
    window.on('query-session-end', (event) => {
      if (inFlight() === null) return;
      event.preventDefault();
      app.quit();
    });
    window.on('session-end', () => app.quit());
  });
  // Electron's declaration lacks the event, which its documentation names.
  powerMonitor.on('shutdown', ((event?: { preventDefault(): void }) => {
    event?.preventDefault();
    app.quit();
  }) as () => void);
}
