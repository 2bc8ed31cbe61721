import { ContractFailure } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { isStorageError, storageProblem } from './problem.ts';

type Handler = (input: never) => unknown;

/** The handlers, with every error that SQLite throws told in words: what was not written did not happen. */
export function toldStorageErrors(handlers: ContractHandlers, file: string): ContractHandlers {
  const told =
    (handler: Handler): Handler =>
    async (input) => {
      try {
        return await handler(input);
      } catch (error) {
        if (!isStorageError(error)) throw error;
        const { code, words } = storageProblem(error, file);
        throw new ContractFailure({
          code: `storage_${code}`,
          message: `${words} What you asked for was not done.`,
        });
      }
    };
  return Object.fromEntries(
    Object.entries(handlers).map(([group, names]) => [
      group,
      Object.fromEntries(
        Object.entries(names as Record<string, Handler>).map(([name, handler]) => [name, told(handler)]),
      ),
    ]),
  ) as unknown as ContractHandlers; // the same functions by the same names
}
