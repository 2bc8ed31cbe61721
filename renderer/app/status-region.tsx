import { useStatusMessage } from '../ui/status-messages.ts';
import classes from './frame.module.css';

/** The one region named "Status": what just happened and what goes on, in words. */
export function StatusRegion() {
  const words = useStatusMessage();
  return (
    <section className={classes.foot} aria-label="Status" aria-live="polite" title={words || undefined}>
      {words}
    </section>
  );
}
