import '@mantine/core/styles.css';
import '../../page.css';

/** Resolves once what stands in the page has been painted; at once where there is nothing to see. */
function painted(root: HTMLElement): Promise<void> {
  if (!root.hasChildNodes() || document.visibilityState === 'hidden') return Promise.resolve();
  // A message that is posted in a frame is handled after its paint.
  return new Promise((resolve) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    }),
  );
}

/** Follows the links that the drawn page did not need for its paint: all its styles, and scripts that are only fetched. */
async function followLinks(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[data-later]');
  await Promise.all(
    Array.from(links, (link) => {
      link.rel = link.dataset.later ?? '';
      // What does not come would not have come before the paint either; whoever needs it says so.
      return new Promise((resolve) => {
        for (const end of ['load', 'error']) link.addEventListener(end, resolve, { once: true });
      });
    }),
  );
}

const root = document.getElementById('root');
if (root) {
  await painted(root);
  // It asks for the way in, with which a host opens the program: while the scripts of the first screen come and begin.
  const connecting = import('../../api/connection.ts');
  await followLinks();
  await connecting;
  const { openPage } = await import('./open-page.tsx');
  await openPage(root);
}
