/** `node facts.ts`: checks the packs of facts that are shipped; exits with status 1 where a release must not have them. */
import { localDay } from '#shared/dates.ts';
import { airportTitle } from '#shared/places/names.ts';
import { PROGRAMMES } from '../../demo-marketplace/award-space/programmes.ts';
import { SHIPPED_PACKS } from '../../facts/facts.ts';
import { pastLines } from '../../facts/pack-checks.ts';
import { readAirports } from '../../places/place-pack.ts';
import { factFailures } from './fact-checks.ts';

const packs = SHIPPED_PACKS;
const airports = await readAirports();
const wanted = {
  carriers: PROGRAMMES.flatMap(({ carriers }) => carriers.map(({ code }) => code)),
  programmes: PROGRAMMES.map(({ source }) => source),
  namedAirports: new Set(
    airports.flatMap(([code, name, , , , , , scheduled]) =>
      scheduled === 1 && name !== '' && airportTitle(code) !== code ? code : [],
    ),
  ),
};
const today = localDay(Date.now());
for (const pack of Object.values(packs)) {
  const past = pastLines(pack, today).length;
  process.stdout.write(
    `${pack.pack}: of ${pack.as_of}, good until ${pack.valid_until}${past === 0 ? '' : `, ${past} lines past their date`}\n`,
  );
}
const failures = factFailures(packs, wanted, today);
for (const failure of failures) process.stderr.write(`${failure}\n`);
if (failures.length > 0) process.exit(1);
