import type { Behaviour } from '../../../electron/demo-marketplace/control/behaviour.ts';
import type { FaultInput } from '../../../electron/demo-marketplace/control/faults.ts';
import type { DemoMarketplace } from '../../../electron/demo-marketplace/index.ts';

/** The embedded marketplace's control surface, over HTTP as it is meant to be used. */
export function controlOf(demo: DemoMarketplace) {
  const { control } = demo;
  if (control === undefined) throw new Error('The marketplace was started without its control surface.');
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${control.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${control.secret}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    behave: (behaviour: Partial<Behaviour>) => send('PATCH', '/behaviour', behaviour),
    fault: (fault: FaultInput) => send('POST', '/faults', fault),
    expireQuotes: () => send('POST', '/quotes/expire'),
    reset: () => send('POST', '/reset', { books: true }),
    state: () => send('GET', '/state') as Promise<{ seen: { counts: Record<string, number> } }>,
  };
}
