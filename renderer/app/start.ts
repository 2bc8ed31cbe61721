/** The page's entry. The shell in index.html is painted while it loads the rest, styles included. */
const root = document.getElementById('root');
if (root)
  // The connection exchanges the token with which a host opens the program, while the first screen's scripts load.
  void Promise.all([import('./open-page.tsx'), import('../api/connection.ts')]).then(([{ openPage }]) =>
    openPage(root),
  );
