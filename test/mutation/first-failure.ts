import fc from 'fast-check';

/** A planted fault is found by the first case that fails: a smaller one would only take time. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
