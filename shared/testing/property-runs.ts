/** How often a property is tried: `usual` in `npm test`, which takes minutes, and `all` in `npm test -- --all`. */
export const propertyRuns = (usual: number, all: number): number =>
  process.env.MILEPOST_ALL === '1' ? all : usual;
