import { z } from 'zod';
import { type FormatChoice, SYSTEM_FORMATS } from '../../formats.ts';
import { request } from '../define.ts';

/** How Milepost looks and writes for its user. Every member was added with a default, so that an older file reads. */
export const preferencesSchema = z.object({
  /** Light, dark, or as the system is. */
  theme: z.enum(['system', 'light', 'dark']),
  formats: z.object({
    dates: z.enum(['system', 'dmy', 'mdy', 'ymd']),
    numbers: z.enum(['system', '1,234.5', '1.234,5', '1 234,5', '1’234.5', '12,34,567.5']),
    times: z.enum(['system', '24', '12']),
  }) satisfies z.ZodType<FormatChoice>,
  /** Airport codes that searches usually begin at, the usual one first. */
  homeAirports: z.array(z.string().regex(/^[A-Z]{3}$/)).max(20),
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  formats: SYSTEM_FORMATS,
  homeAirports: [],
};

/** Kept in the settings on this machine; nothing of it is sent anywhere. */
export const preferenceRequests = {
  read: request(z.undefined(), preferencesSchema),
  save: request(preferencesSchema, preferencesSchema),
};
