/** Files that are not a backup, or are incomplete, and backups that the user cancels. */
import { describe, expect } from 'vitest';
import { backUp, changed, check, send } from './backed-up.ts';
import { it, leftovers, type Machines, purchasesOf } from './machines.ts';

describe('what is no backup', () => {
  const refused = async ({ other, elsewhere }: Machines, file: Buffer) => {
    const before = await purchasesOf(other);
    const failure = await check(other, file).then(
      () => null,
      (error: unknown) => (error as { failure?: { code: string; message: string } }).failure ?? error,
    );
    expect(await purchasesOf(other)).toEqual(before);
    expect(leftovers(elsewhere)).toEqual([]);
    return failure;
  };

  it('is refused with a message, and nothing is changed or left behind', async ({
    machines,
    shop,
    other,
  }) => {
    await shop.buy();
    const whole = await backUp(shop.product);
    expect(await refused(machines, Buffer.from('{"not":"a database"}'))).toMatchObject({
      code: 'not_a_backup',
    });
    expect(await refused(machines, whole.subarray(0, whole.length - 5000))).toMatchObject({
      code: 'damaged_backup',
    });
    const torn = Buffer.from(whole);
    torn.fill(0x5a, 8192, 12_288);
    expect(await refused(machines, torn)).toMatchObject({ code: 'damaged_backup' });
    const foreign = Buffer.from(whole);
    foreign.writeUInt32BE(1, 68);
    expect(await refused(machines, foreign)).toMatchObject({ code: 'not_a_backup' });
    const newer = Buffer.from(whole);
    newer.writeUInt32BE(99, 60);
    expect(await refused(machines, newer)).toMatchObject({ code: 'newer_backup' });
    const trapped = changed(
      whole,
      'CREATE TRIGGER trap AFTER INSERT ON settings BEGIN DELETE FROM purchases; END',
    );
    expect(await refused(machines, trapped)).toMatchObject({ code: 'damaged_backup' });
    // Nor under names that are expected there, or that only SQLite itself gives.
    const trap = 'AFTER UPDATE ON purchases BEGIN DELETE FROM outputs; END';
    const disguised = changed(whole, `DROP TABLE backup_about; CREATE TRIGGER backup_about ${trap}`);
    expect(await refused(machines, disguised)).toMatchObject({ code: 'damaged_backup' });
    const internal = changed(
      whole,
      `CREATE TRIGGER trap ${trap}; PRAGMA writable_schema = ON;
       UPDATE sqlite_schema SET name = 'sqlite_trap', sql = 'CREATE TRIGGER sqlite_trap ${trap}' WHERE name = 'trap'`,
    );
    expect(await refused(machines, internal)).toMatchObject({ code: 'damaged_backup' });
    const undated = changed(whole, `UPDATE backup_about SET value = '{' WHERE name = 'madeAt'`);
    expect((await check(other, undated)).contents.madeAt).toBeNull();
  });

  it('is not restored where it is incomplete, or where the user cancels it', async ({
    machines,
    shop,
    other,
  }) => {
    await shop.buy();
    const whole = await backUp(shop.product);
    const { restoreId } = await other.handlers.restore.begin({ bytes: whole.length });
    await other.handlers.restore.send({
      restoreId,
      offset: 0,
      data: whole.subarray(0, 4096).toString('base64'),
    });
    await expect(other.handlers.restore.check({ restoreId })).rejects.toMatchObject({
      failure: { code: 'incomplete' },
    });
    await other.handlers.restore.cancel({ restoreId });
    expect(await other.handlers.restore.progress(undefined)).toBeNull();
    const sent = await send(other, whole);
    await other.handlers.restore.check({ restoreId: sent });
    await other.handlers.restore.cancel({ restoreId: sent });
    await expect(other.handlers.restore.merge({ restoreId: sent })).rejects.toMatchObject({
      failure: { code: 'not_found' },
    });
    expect(await purchasesOf(other)).toEqual([]);
    expect(leftovers(machines.elsewhere)).toEqual([]);
  });
});
