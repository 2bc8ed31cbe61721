import { schema } from './0001-schema/0001-schema.ts';

/** One step of the file's schema. Steps run in order, each in a transaction of its own, and are never edited once released. */
export type Migration = { readonly version: number; readonly name: string; readonly sql: string };

export const migrations: readonly Migration[] = [schema];
