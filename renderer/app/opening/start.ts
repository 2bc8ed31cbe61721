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

const root = document.getElementById('root');
if (root) {
  await painted(root);
  const { openPage } = await import('./open-page.tsx');
  await openPage(root);
}
