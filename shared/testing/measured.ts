/**
 * Measures the generator of a property: how many of its cases are not trivial, so that it could fail. A property over
 * empty lists proves nothing, however often it is tried.
 * @param least the share of such cases that is required, from 0 to 1
 */
export function measured(least: number) {
  let [all, telling] = [0, 0];
  return {
    count(isTelling: boolean): void {
      all += 1;
      if (isTelling) telling += 1;
    },
    /** Throws where too few cases were not trivial; to be called after the property. */
    check(): void {
      if (all === 0 || telling < least * all)
        throw new Error(`Of ${all} cases ${telling} were not trivial; at least ${least * 100} % have to be.`);
    },
  };
}
