import { createContext, type ReactNode, useContext } from 'react';
import { formatNumber } from '#shared/formats.ts';
import { type Amount, amountLabel, wholeAmountLabel } from '#shared/money.ts';
import classes from '../ui/components.module.css';

const Whole = createContext(false);

/** Amounts within it show all their original decimals: quotes and receipts. */
export const FullAmounts = ({ children }: { children: ReactNode }) => (
  <Whole.Provider value={true}>{children}</Whole.Provider>
);

/** An exact amount, never rounded: `USD 0.022`; in a quote and on a receipt `USD 0.022000`. */
export function Money({ amount }: { amount: Amount }) {
  const isFull = useContext(Whole);
  return <span className={classes.money}>{isFull ? wholeAmountLabel(amount) : amountLabel(amount)}</span>;
}

const unreadLabel = (unread: number): string =>
  unread === 1 ? 'one amount could not be read' : `${formatNumber(unread)} amounts could not be read`;

type MoneysProps = {
  amounts: readonly Amount[];
  nothing?: string;
  /** How many more amounts belong to it that cannot be read: it is then the least. */
  unread?: number;
};

/** Several amounts, one per currency; `nothing` where there is none. */
export function Moneys({ amounts, nothing = 'nothing', unread = 0 }: MoneysProps) {
  if (amounts.length === 0) return <span>{unread === 0 ? nothing : unreadLabel(unread)}</span>;
  const listed = amounts.map((amount, index) => (
    <span key={amount.currency}>
      {index > 0 && ' + '}
      <Money amount={amount} />
    </span>
  ));
  if (unread === 0) return <>{listed}</>;
  return (
    <>
      at least {listed} ({unreadLabel(unread)})
    </>
  );
}
