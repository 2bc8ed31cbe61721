/** Words that never name a list or a state: what has one acts, whatever else is said of it. */
const CERTAIN_ACTS =
  / (?:pay|buy|redeem|execute|invoke|top up|topup|withdraw|delete|remove|close|terminate|erase|rotate|revoke|subscribe|unsubscribe|confirm|commit|destroy|purge|wipe|donate|renew|upgrade|deactivate|disable) /u;

/** Whether the words of a name say that it acts. */
export const namesCertainAct = (words: readonly string[]): boolean =>
  CERTAIN_ACTS.test(` ${words.join(' ')} `);
