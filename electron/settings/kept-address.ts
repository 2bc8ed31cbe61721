/** The setting that holds the marketplace's address as the person typed it; not set for the embedded marketplace. */
export const KEPT_ADDRESS = 'marketplace.address';
