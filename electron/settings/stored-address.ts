import { z } from 'zod';

/** The setting with the marketplace's address as typed; not set for the embedded marketplace. */
export const STORED_ADDRESS = 'marketplace.address';

/** What the user has allowed outside the page: local or unencrypted addresses, each as its reason and its origin. */
export const ALLOWED_ORIGINS = 'allowed.origins';
export const allowedOriginsSchema = z.array(z.string());
