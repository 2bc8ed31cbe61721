import type { CompareAddress } from '../addresses/compare-address.ts';

/** The props of each view of Compare: the address, and a function that changes it. */
export type CompareViewProps = {
  address: CompareAddress;
  change: (part: Partial<CompareAddress>) => void;
};
