/** The address at which Purchases shows one purchase. */
export const purchasePath = (purchaseId: string): string =>
  `/purchases?open=${encodeURIComponent(purchaseId)}`;
