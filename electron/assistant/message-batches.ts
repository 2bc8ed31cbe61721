type Id = string | number;
type Batch = { left: Set<Id>; answers: object[] };

/** The batches of a client, each answered as one once all of its requests are (JSON-RPC 2.0, section 6). */
export function messageBatches(say: (answers: object[]) => void) {
  const open = new Set<Batch>();
  const finish = (batch: Batch): void => {
    if (batch.left.size > 0) return;
    open.delete(batch);
    // One of notifications alone is not answered.
    if (batch.answers.length > 0) say(batch.answers);
  };
  return {
    /** @param faults answers to what is no message, known at once */
    open(ids: readonly Id[], faults: readonly object[]): void {
      const batch = { left: new Set(ids), answers: [...faults] };
      open.add(batch);
      finish(batch);
    },
    /** Whether an answer belongs to a batch, which then holds it until it is complete. */
    take(id: Id | null, answer: object): boolean {
      const batch = [...open].find(({ left }) => id !== null && left.has(id));
      if (batch === undefined || id === null) return false;
      batch.left.delete(id);
      batch.answers.push(answer);
      finish(batch);
      return true;
    },
    /** For a request that was cancelled, and is not answered. */
    forget(id: Id): void {
      for (const batch of open) if (batch.left.delete(id)) finish(batch);
    },
  };
}
