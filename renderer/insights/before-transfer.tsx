import { Box, Checkbox, Title } from '@mantine/core';
import { useState } from 'react';
import prose from '../ui/prose.module.css';
import classes from './insights.module.css';

const STEPS = [
  'Refresh every leg here: what was seen may have been removed.',
  'See each leg at the programme itself: same date, cabin, flight and seats for everyone.',
  'Hold it where the programme holds awards, or ask whether it does.',
  'Only then transfer the points, and book as soon as they arrive.',
] as const;

/** A checklist before transferring points, which cannot be undone. Ticking sends and stores nothing. */
export function BeforeTransfer() {
  const [done, setDone] = useState<readonly number[]>([]);
  return (
    <Box component="section" my={12} aria-labelledby="before-transfer">
      <Title order={3} size="h6" id="before-transfer">
        Before you move points
      </Title>
      <p className={prose.small}>A transfer to a programme cannot be undone.</p>
      <ol className={classes.steps}>
        {STEPS.map((step, place) => (
          <li key={step}>
            <Checkbox
              size="xs"
              label={`${place + 1}. ${step}`}
              checked={done.includes(place)}
              onChange={({ currentTarget: { checked } }) =>
                setDone(checked ? [...done, place] : done.filter((one) => one !== place))
              }
            />
          </li>
        ))}
      </ol>
    </Box>
  );
}
