import fc from 'fast-check';

type Drawing<Drawn extends readonly unknown[]> = { [Index in keyof Drawn]: fc.Arbitrary<Drawn[Index]> };

/** Counts cases, and those of them that are not trivial. */
function tally(least: number) {
  let [all, telling] = [0, 0];
  return {
    count(isTelling: boolean): void {
      all += 1;
      if (isTelling) telling += 1;
    },
    check(): void {
      if (all === 0 || telling < least * all)
        throw new Error(`Of ${all} cases ${telling} were not trivial; at least ${least * 100} % have to be.`);
    },
  };
}

/**
 * Tries a property on drawn values, and measures what is drawn: a property over empty lists proves nothing, however
 * often it is tried.
 * @param least the share of cases, from 0 to 1, that must not be trivial
 * @param holds throws where the property does not hold; whether the case was not trivial, so that it could have failed
 */
export function proves<Drawn extends unknown[]>(
  least: number,
  drawn: Drawing<Drawn>,
  holds: (...values: Drawn) => boolean,
  runs: fc.Parameters<[Drawn]> = {},
): void {
  const { count, check } = tally(least);
  fc.assert(
    fc.property(fc.tuple<Drawn>(...drawn), (values) => count(holds(...values))),
    runs,
  );
  check();
}

/** The same of a property that waits. */
export async function provesInTime<Drawn extends unknown[]>(
  least: number,
  drawn: Drawing<Drawn>,
  holds: (...values: Drawn) => Promise<boolean>,
  runs: fc.Parameters<[Drawn]> = {},
): Promise<void> {
  const { count, check } = tally(least);
  await fc.assert(
    fc.asyncProperty(fc.tuple<Drawn>(...drawn), async (values) => count(await holds(...values))),
    runs,
  );
  check();
}
