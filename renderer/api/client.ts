import { ContractFailure, type Crossing } from '#shared/contract/failure.ts';
import type { Connection, ContractClient } from '#shared/contract/index.ts';
import { areDaysRewritten } from '#shared/formats.ts';

/** Nobody answered: the window outlived its main process, or the browser page outlived its host. */
function unreachable(): ContractFailure {
  return new ContractFailure({
    code: 'unreachable',
    message:
      'Milepost itself is not answering. If it was closed, start it again; nothing that was saved is lost.',
  });
}

async function call(over: Connection, group: string, name: string, input: unknown): Promise<unknown> {
  let crossing: Crossing<unknown>;
  try {
    crossing = (await over.call(group, name, input)) as Crossing<unknown>;
  } catch {
    throw unreachable();
  }
  if (crossing.ok) {
    // Most readers never need it, so it is not part of the first screen.
    if (areDaysRewritten()) (await import('./reader-titles.ts')).writeTitles(crossing.value);
    return crossing.value;
  }
  throw new ContractFailure(crossing.failure);
}

/**
 * The contract as functions, over any connection: `api.<group>.<name>(input)`. A mapped failure is thrown as
 * `ContractFailure`. Names are resolved on use, so the page contains the contract's types but not its schemas; a name
 * that the contract does not have does not compile, and the host refuses it.
 */
export function clientOver(over: Connection): ContractClient {
  const groups = new Proxy(
    {},
    {
      get: (_, group) =>
        typeof group !== 'string' || group === 'then'
          ? undefined
          : new Proxy(
              {},
              {
                get: (__, name) =>
                  typeof name !== 'string' ? undefined : (input?: unknown) => call(over, group, name, input),
              },
            ),
    },
  );
  return groups as ContractClient;
}
