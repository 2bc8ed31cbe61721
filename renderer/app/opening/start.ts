import '@mantine/core/styles.css';
import '../../page.css';

/** Resolves once the page has been painted; at once where nothing is visible. */
function painted(root: HTMLElement): Promise<void> {
  if (!root.hasChildNodes() || document.visibilityState === 'hidden') return Promise.resolve();
  // A message posted in a frame is handled after its paint.
  return new Promise((resolve) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    }),
  );
}

/** Loads what the prerendered page did not need for its paint: all styles, and scripts that are only preloaded. */
async function followLinks(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[data-later]');
  await Promise.all(
    Array.from(links, (link) => {
      link.rel = link.dataset.later ?? '';
      // A file that fails here would also have failed before the paint; whatever needs it reports that.
      return new Promise((resolve) => {
        for (const end of ['load', 'error']) link.addEventListener(end, resolve, { once: true });
      });
    }),
  );
}

const root = document.getElementById('root');
if (root) {
  await painted(root);
  // It exchanges the token with which a host opens the program, while the first screen's scripts load.
  const connecting = import('../../api/connection.ts');
  await followLinks();
  await connecting;
  const { openPage } = await import('./open-page.tsx');
  await openPage(root);
}
