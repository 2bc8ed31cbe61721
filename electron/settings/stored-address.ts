import { z } from 'zod';

/** The setting that holds the marketplace's address as the user typed it; not set for the embedded marketplace. */
export const STORED_ADDRESS = 'marketplace.address';

/** Origins on this machine, a local network or without encryption that the user allowed outside the page. */
export const ALLOWED_ORIGINS = 'allowed.origins';
export const allowedOriginsSchema = z.array(z.string());
