/**
 * Removes the comments between the statements of a migration, which the minifier has to take for text. A data file keeps
 * the text of the statements themselves, and the files of all versions are compared. The lines stay where they were.
 */
export const plainMigration = (statements: string): string =>
  statements.replaceAll(
    /(^|;)(\s*(?:\n[ \t]*--[^\n]*)+)/gu,
    (_all, end: string, comments: string) => end + comments.replaceAll(/[^\n]/gu, ''),
  );
