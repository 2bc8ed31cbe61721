import type { Wallet } from '#shared/contract/wallet.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { householdTerms } from '#shared/records/wallet-labels.ts';
import { packHouseholds } from '#shared/wallet/transfer-table.ts';
import classes from './wallet.module.css';

/** Which of the programmes in the wallet let several people pay together, as dated facts. */
export function Households({ wallet: { balances, today } }: { wallet: Wallet }) {
  const known = new Map(packHouseholds().map((one) => [one.programme, one] as const));
  const held = [...new Set(balances.flatMap(({ kind, name }) => (kind === 'programme' ? name : [])))].sort(
    (a, b) => (programmeLabel(a) < programmeLabel(b) ? -1 : 1),
  );
  if (held.length === 0) return null;
  return (
    <section aria-labelledby="households">
      <div className={classes.head}>
        <h2 id="households">Household accounts</h2>
      </div>
      <p className={classes.about}>
        Where a programme lets several owners pay together, plans count on it. You set it up there before you
        book.
      </p>
      <ul className={classes.households} aria-label="Household accounts">
        {held.map((programme) => {
          const one = known.get(programme);
          return (
            <li key={programme}>
              <strong>{programmeLabel(programme)}</strong>:{' '}
              {one === undefined
                ? 'nothing known, so not counted'
                : `${one.name === null ? '' : `${one.name}, `}${one.counts ? 'counted' : 'not counted'}: ${householdTerms(one, one.until < today)}`}
              .
            </li>
          );
        })}
      </ul>
    </section>
  );
}
