/** The code of a system or SQLite error; empty if it has none. */
export const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';

/** Whether SQLite itself is missing, or the system does not load it: no file was touched, and none can be. */
export const isSqliteMissing = (error: unknown): boolean =>
  ['ERR_DLOPEN_FAILED', 'MODULE_NOT_FOUND'].includes(errorCode(error));
