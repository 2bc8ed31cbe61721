import { Text } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { PageLink } from '../ui/page-link.tsx';
import { statusQuery } from './queries.ts';
import classes from './real-service.module.css';
import { realServiceSteps } from './real-service-steps.ts';

/** The way to a real marketplace: three steps that are ticked off automatically. Nothing once all are done. */
export function RealService() {
  const { data: status } = useQuery(statusQuery);
  if (status === undefined) return null;
  const steps = realServiceSteps(status);
  if (steps.every(({ done }) => done)) return null;
  const next = steps.find(({ done }) => !done);
  return (
    <section className={classes.panel} aria-labelledby="real-service">
      <h2 id="real-service">{status.marketplace.demo ? 'Use a real marketplace' : 'Finish the setup'}</h2>
      <ol>
        {steps.map((step) => {
          const Mark = step.done ? IconCircleCheck : IconCircle;
          return (
            <li key={step.name} data-done={step.done || undefined} aria-current={step === next && 'step'}>
              <Mark size={18} stroke={1.7} role="img" aria-label={step.done ? 'Done' : 'To do'} />
              <span>
                <PageLink href={step.path} underline={step.done ? 'hover' : 'always'}>
                  {step.name}
                </PageLink>
                <Text span display="block" size="xs" c="dimmed">
                  {step.detail}
                </Text>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
