import { pricePoints, pricesTitle, type RunPrice } from './price-labels.ts';
import classes from './watched-table.module.css';

const WIDTH = 64;
const HEIGHT = 16;

/** A small line of the cheapest over time; nothing where fewer than two runs had space. */
export function PriceSpark({ prices }: { prices: readonly RunPrice[] }) {
  const points = pricePoints(prices, WIDTH - 4, HEIGHT - 4);
  if (points === '') return null;
  const title = pricesTitle(prices);
  const [x = '0', y = '0'] = points.split(' ').at(-1)?.split(',') ?? [];
  return (
    <svg
      className={classes.spark}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`-2 -2 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={title}
    >
      <title>{title}</title>
      <polyline points={points} />
      <circle cx={x} cy={y} r="2" />
    </svg>
  );
}
