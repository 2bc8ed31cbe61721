/** Days that had departed do not count as changes any more: the changes of every run are counted again behind everything else. */
export const changesAgain = {
  version: 35,
  name: 'changes again',
  sql: `INSERT INTO award_runs_written SELECT id, 1 FROM award_runs WHERE true ON CONFLICT DO UPDATE SET times = times + 1;`,
};
