import type { TOPICS } from '#shared/contract/index.ts';
import type { App } from '../app/app-deps.ts';

type Topic = (typeof TOPICS)[number];

/** The page, its counts and the choices change often together. */
const READ_AFTER_MS = 300;

/** Reads again, once for several changes, when one of these topics changes. `failed` is not called once it is closed. */
export function followChanges(
  { subscribe }: Pick<App, 'subscribe'>,
  topics: readonly Topic[],
  read: () => Promise<void>,
  failed: () => void,
) {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const readNow = () =>
    void read().catch(() => {
      if (!closed) failed();
    });
  const stop = subscribe((name, payload) => {
    const changed = (payload ?? {}) as { topics?: readonly Topic[] };
    if (name !== 'changed' || !topics.some((topic) => changed.topics?.includes(topic))) return;
    clearTimeout(timer);
    timer = setTimeout(readNow, READ_AFTER_MS);
  });
  readNow();
  return {
    isClosed: () => closed,
    close(): void {
      closed = true;
      stop();
      clearTimeout(timer);
    },
  };
}
