import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { Opening } from '#shared/opening.ts';
import type { BrowserHostDeps } from '../../../electron/hosts/browser-host.ts';
import type { Served } from '../../../electron/hosts/serve-request.ts';

export const SECRET_OF_AN_ERROR = 'aek_live_must_not_leave';

/**
 * A few real requests of the contract with known answers, for tests of the hosts alone; the rest of the contract is
 * missing, which a host must handle.
 */
export function servedForTests() {
  const receivers = new Set<(name: string, payload: unknown) => void>();
  const heard: unknown[] = [];
  const opening: Opening = { theme: 'system', formats: {}, landing: '/' };
  const handlers = {
    about: {
      read: () => ({ version: '1.2.3', credits: [], updatedFrom: null }),
    },
    places: {
      suggestAirports: (input: unknown) => {
        heard.push(input);
        return [];
      },
      airports: () => fail('not_found', 'Mapped on purpose.', { requestId: 'req_1' }),
      suggestCarriers: () => {
        throw new TypeError(`cannot read ${SECRET_OF_AN_ERROR}`);
      },
    },
    settings: {
      // Violates its own contract: limits are missing.
      read: () => ({ marketplaceAddress: null, dataFolder: '/' }),
    },
  };
  const served: Served = {
    handlers: handlers as unknown as ContractHandlers,
    subscribe: (receive) => {
      receivers.add(receive);
      return () => {
        receivers.delete(receive);
      };
    },
  };
  return {
    forBrowser: {
      served: async () => served,
      opening: () => opening,
      port: 0,
      checkOutput: true,
      report: () => {},
    } satisfies Partial<BrowserHostDeps>,
    opening,
    heard,
    receivers,
    publish: (name: string, payload: unknown) => {
      for (const receive of receivers) receive(name, payload);
    },
  };
}
