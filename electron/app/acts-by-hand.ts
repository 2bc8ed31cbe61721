import type { ContractHandlers } from '#shared/contract/index.ts';
import { byHand } from '../marketplace/waits/by-hand.ts';

type Handler = (input: never) => unknown;

/** What the page requests is the user's; what follows from it later, by a timer, is not. */
export const actsByHand = (handlers: ContractHandlers): ContractHandlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([group, names]) => [
      group,
      Object.fromEntries(
        Object.entries(names as Record<string, Handler>).map(([name, handler]) => [
          name,
          (input: never) => byHand(() => handler(input)),
        ]),
      ),
    ]),
  ) as unknown as ContractHandlers; // the same functions by the same names
