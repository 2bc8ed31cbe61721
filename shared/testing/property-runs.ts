/**
 * How often a property is tried: `usual` in `npm test`, which ends within minutes, and `all` in `npm test -- --all`.
 * Each try draws anew; a failure prints the seed that plays it again.
 */
export const propertyRuns = (usual: number, all: number): number =>
  process.env.MILEPOST_ALL === '1' ? all : usual;
