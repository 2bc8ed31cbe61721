/** A record's permanent identity, which survives a rebuild. */
export type RecordKey = { identity: string; cabin: string; recordKey: string };
