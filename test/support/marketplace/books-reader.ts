import type Database from 'better-sqlite3';

export type BookedCharge = {
  chargeRef: string;
  callRef: string;
  kind: 'charge' | 'refund';
  currency: string;
  units: string;
  exponent: number;
  madeAt: number;
};

/** A Call in the marketplace's own books, with all its charges. */
export type CallInBooks = {
  callRef: string;
  accountRef: string;
  quoteRef: string;
  idempotencyKey: string;
  toolRef: string;
  state: string;
  listedState: string;
  createdAt: number;
  updatedAt: number;
  charges: BookedCharge[];
};

/** Every Call in a books database, oldest first. */
export function readCalls(database: Database.Database): CallInBooks[] {
  const charges = Map.groupBy(readCharges(database), (charge) => charge.callRef);
  const calls = database
    .prepare<[], string>('select call from calls order by created_at, rowid')
    .pluck()
    .all()
    .map((call) => JSON.parse(call) as Omit<CallInBooks, 'charges'>);
  return calls.map((call) => ({ ...call, charges: charges.get(call.callRef) ?? [] }));
}

/** Every charge and refund, in the order they were made. */
export function readCharges(database: Database.Database): BookedCharge[] {
  return database
    .prepare(
      `select charge_ref as chargeRef, call_ref as callRef, kind, currency, units, exponent, made_at as madeAt
       from charges order by rowid`,
    )
    .all() as BookedCharge[];
}
