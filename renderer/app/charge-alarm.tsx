import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { chargeAlarmsQuery } from '../money/charge-alarms-query.ts';
import classes from './frame.module.css';

/** Charges that are not what was approved, on every screen until the user has seen each; nothing where there are none. */
export function ChargeAlarmLink() {
  const { data = [] } = useQuery(chargeAlarmsQuery);
  const [first] = data;
  if (first === undefined) return null;
  const words = data.length === 1 ? 'Charge not as approved' : `${data.length} charges not as approved`;
  return (
    <div className={classes.fact} role="alert" title={first.alarm.words}>
      <span className={classes.label}>Purchases</span>
      <Anchor
        component={Link}
        href={`/purchases?purchase=${encodeURIComponent(first.purchaseId)}`}
        inherit
        underline="always"
        className={classes.value}
        data-tone="warn"
      >
        <span className={classes.dot} aria-hidden />
        {words}
      </Anchor>
    </div>
  );
}
