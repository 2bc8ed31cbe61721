/** What an assistant sent to a tool is its input, as everywhere else. */
export const assistantInput = {
  version: 33,
  name: 'assistant input',
  sql: 'ALTER TABLE assistant_reads RENAME COLUMN asked TO input;',
};
