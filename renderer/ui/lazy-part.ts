import { type ComponentType, lazy } from 'react';

/** A component that is loaded when it is first rendered. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }));
