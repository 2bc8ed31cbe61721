import { ContractFailure, type Failure } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { errorCode } from './error-code.ts';
import { isClosedFile, isStorageError, storageProblem } from './problem.ts';

type Handler = (input: never) => unknown;

/**
 * Wraps the handlers so that every SQLite error becomes a `ContractFailure` with a message for the user.
 * @param reason an extra sentence while the program itself holds the file on purpose
 * @param failed called with each such error otherwise
 */
export function mappedStorageErrors(
  handlers: ContractHandlers,
  file: string,
  reason: () => Failure | null = () => null,
  failed: (error: unknown) => void = () => {},
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
        // Such as a search of another machine's file, which a merge has renumbered since the page was opened.
        if (errorCode(error) === 'SQLITE_CONSTRAINT_FOREIGNKEY')
          throw new ContractFailure({
            code: 'not_found',
            message:
              'What this belongs to is not stored here any more. Nothing was changed: open the screen again.',
          });
        const { code, words } = storageProblem(error, file);
        const held = code === 'locked' ? reason() : null;
        if (held !== null) throw new ContractFailure(held);
        failed(error);
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
