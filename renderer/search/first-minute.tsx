import { IconArrowRight } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { localDay } from '#shared/dates.ts';
import { monthLabel } from '#shared/formats.ts';
import { exampleTrip } from '#shared/planning/example-trip.ts';
import { tripPath } from '../addresses/trip-address.ts';
import { api } from '../api/api.ts';
import { NotDone } from '../ui/failure-notice.tsx';
import { announce } from '../ui/status-messages.ts';
import { exampleSearches } from './example-searches.ts';
import { fillForm } from './form-store.ts';
import classes from './search.module.css';

type FirstMinuteProps = {
  /** Whether searching costs nothing. */
  demo: boolean;
  /** What to do once the form is filled in. */
  onFilled: () => void;
};

/** What Milepost is, example searches that fill in the form, and an example trip: one click each. */
export function FirstMinute({ demo, onFilled }: FirstMinuteProps) {
  const today = localDay(Date.now());
  const [, navigate] = useLocation();
  const trip = exampleTrip(today);
  const plan = useMutation({
    mutationFn: () =>
      api.trips.create({ title: trip.title, notes: '', starts: null, ends: null, question: trip.question }),
    onSuccess: ({ tripId }) => navigate(tripPath(tripId)),
  });
  return (
    <section className={classes.first} aria-labelledby="first-heading">
      <h2 id="first-heading">Find flights to book with miles</h2>
      <p>
        {demo
          ? 'Search award seats, save what you find, compare it later. The demo uses demo money.'
          : 'Search award seats, save what you find, compare it later. Each search names its price first.'}
      </p>
      <ul className={classes.examples} aria-label="Searches to try">
        {exampleSearches(today).map(({ name, detail, request }) => (
          <li key={name}>
            <button
              type="button"
              className={classes.example}
              onClick={() => {
                fillForm(request);
                announce(`Filled in: ${name}, ${detail}. Get its quote next.`);
                onFilled();
              }}
            >
              <span>
                <strong>{name}</strong>
                <span className={classes.detail}>{detail}</span>
              </span>
              <IconArrowRight size={16} stroke={1.6} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className={classes.example} onClick={() => plan.mutate()}>
        <span>
          <strong>{trip.title}</strong>
          <span className={classes.detail}>
            A trip: business, {monthLabel(trip.question.window.from.slice(0, 7))}
          </span>
        </span>
        <IconArrowRight size={16} stroke={1.6} aria-hidden />
      </button>
      <NotDone of={plan} title="The trip was not made" />
    </section>
  );
}
