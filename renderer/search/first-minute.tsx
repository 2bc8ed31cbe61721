import { IconArrowRight } from '@tabler/icons-react';
import { localDay } from '#shared/dates.ts';
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

/** What Milepost is, and example searches: one click fills in the form. */
export function FirstMinute({ demo, onFilled }: FirstMinuteProps) {
  return (
    <section className={classes.first} aria-labelledby="first-heading">
      <h2 id="first-heading">Find flights to book with miles</h2>
      <p>
        {demo
          ? 'Search award seats, save what you find, compare it later. The demo charges nothing.'
          : 'Search award seats, save what you find, compare it later. Each search names its price first.'}
      </p>
      <ul className={classes.examples} aria-label="Searches to try">
        {exampleSearches(localDay(Date.now())).map(({ name, detail, request }) => (
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
    </section>
  );
}
