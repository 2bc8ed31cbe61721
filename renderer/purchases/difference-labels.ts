import type { AccountsDifference } from '#shared/contract/purchase-accounts.ts';

/** Each kind of difference in a few words; the difference's own words explain it. */
export const DIFFERENCE_LABELS: Record<AccountsDifference['kind'], string> = {
  only_at_service: 'Only the service knows it',
  only_here: 'Only this computer knows it',
  state: 'They differ in how it ended',
  charge: 'They differ in what was charged',
  open_here: 'Not settled here yet',
};
