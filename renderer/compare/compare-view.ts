import type { CompareAddress } from '../addresses/compare-address.ts';

/** What each view of Compare is given: the address, and how to change it. */
export type CompareViewProps = {
  address: CompareAddress;
  change: (part: Partial<CompareAddress>) => void;
};
