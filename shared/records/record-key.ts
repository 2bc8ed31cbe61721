/** What a record is known by for as long as it is sold: it survives a rebuild. */
export type RecordKey = { identity: string; cabin: string; recordKey: string };
