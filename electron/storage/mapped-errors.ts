import { ContractFailure, type Failure } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { isClosedFile, isStorageError, storageProblem } from './problem.ts';

type Handler = (input: never) => unknown;

/**
 * The handlers, with every error that SQLite throws reported in words: what was not written did not happen.
 * @param reason what else to say while the file is held by the program itself, on purpose
 */
export function mappedStorageErrors(
  handlers: ContractHandlers,
  file: string,
  reason: () => Failure | null = () => null,
): ContractHandlers {
  const mapped =
    (handler: Handler): Handler =>
    async (input) => {
      try {
        return await handler(input);
      } catch (error) {
        if (isClosedFile(error))
          throw new ContractFailure({
            code: 'closing',
            message: 'Milepost was closed before this was done.',
          });
        if (!isStorageError(error)) throw error;
        const { code, words } = storageProblem(error, file);
        const held = code === 'locked' ? reason() : null;
        if (held !== null) throw new ContractFailure(held);
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
        Object.entries(names as Record<string, Handler>).map(([name, handler]) => [name, mapped(handler)]),
      ),
    ]),
  ) as unknown as ContractHandlers; // the same functions by the same names
}
