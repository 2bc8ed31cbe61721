import classes from './wallet.module.css';

/** A cell that says nothing, quietly; why stands on hover. */
export const Nothing = ({ title }: { title: string }) => (
  <span className={classes.nothing} title={title}>
    –
  </span>
);
