import { type Amount, formatAmount } from '#shared/money.ts';
import classes from './components.module.css';

/** An exact amount in full, never rounded: `USD 0.022000`. */
export function Money({ amount }: { amount: Amount }) {
  return <span className={classes.money}>{formatAmount(amount)}</span>;
}

/** Several amounts, one per currency; `nothing` where there is none. */
export function Moneys({ amounts, nothing = 'nothing' }: { amounts: readonly Amount[]; nothing?: string }) {
  if (amounts.length === 0) return <span>{nothing}</span>;
  return (
    <>
      {amounts.map((amount, index) => (
        <span key={amount.currency}>
          {index > 0 && ' + '}
          <Money amount={amount} />
        </span>
      ))}
    </>
  );
}
