import classes from './wallet.module.css';

/** An empty cell, dimmed, with the reason on hover. */
export const Nothing = ({ title }: { title: string }) => (
  <span className={classes.nothing} title={title}>
    –
  </span>
);
