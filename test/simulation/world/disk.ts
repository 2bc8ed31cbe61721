import Database from 'better-sqlite3';
import type { Life, VirtualTime } from './virtual-time.ts';

/**
 * The program's data file. Every statement is intercepted, so that a life can end between any two of them; later
 * statements of it do not reach the file.
 */
export type Disk = {
  /** Ends a life after so many more of its statements; what it had not committed is rolled back. */
  endAfter(life: Life, statements: number): void;
  /** Ends it now. */
  end(life: Life): void;
  /** Makes the file full, or locked by another program; one failure at a time. */
  fail(how: 'full' | 'locked'): void;
  /** Whether it fails now. */
  isFailing(): boolean;
  /** Ends the failure. */
  endFailure(): void;
  /** Closes the connections of all lives. */
  close(): void;
};

type Statement = Record<'run' | 'get' | 'all' | 'iterate', (...values: unknown[]) => unknown> & {
  database: Database.Database;
};

class LifeIsOver extends Error {
  constructor() {
    super('This run of the program is over.');
    this.name = 'LifeIsOver';
  }
}

const owners = new WeakMap<Database.Database, Life>();
let open = new Map<Database.Database, Life>();
let time: VirtualTime | null = null;
let ending: { life: Life; left: number } | null = null;
let failing: { how: 'full' | 'locked'; holder: Database.Database | null } | null = null;
let watched = false;

function close(life: Life): void {
  for (const [database, owner] of open) {
    if (owner !== life) continue;
    open.delete(database);
    try {
      database.close();
    } catch {
      // A statement is running: it is closed, and rolled back, later.
      open.set(database, owner);
    }
  }
}

function end(life: Life): void {
  if (!life.over) life.overAt = time?.now() ?? null;
  life.over = true;
  queueMicrotask(() => close(life));
  close(life);
}

function checkLife(database: Database.Database): void {
  const life = owners.get(database);
  if (life === undefined) return;
  if (life.over) throw new LifeIsOver();
  if (ending?.life !== life || --ending.left > 0) return;
  ending = null;
  end(life);
  throw new LifeIsOver();
}

/** Makes a connection fail too if the file is full. */
function applyFailure(database: Database.Database): void {
  if (failing?.how === 'full')
    database.pragma(`max_page_count = ${Number(database.pragma('page_count', { simple: true }))}`);
}

/** Ignores that a life ends at this statement. */
function ignoreLifeEnd(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof LifeIsOver)) throw error;
  }
}

function watch(): void {
  const probe = new Database(':memory:');
  const statements = Object.getPrototypeOf(probe.prepare('SELECT 1')) as Statement;
  probe.close();
  for (const name of ['run', 'get', 'all', 'iterate'] as const) {
    const original = statements[name];
    statements[name] = function watchedStatement(this: Statement, ...values: unknown[]) {
      checkLife(this.database);
      const result = original.apply(this, values);
      checkLife(this.database);
      return result;
    };
  }
  const { pragma, prepare, exec } = Database.prototype;
  Database.prototype.pragma = function watchedPragma(this: Database.Database, ...given) {
    const life = time?.currentLife() ?? null;
    if (life !== null && !owners.has(this)) {
      owners.set(this, life);
      open.set(this, life);
      // Waiting for a lock would block this process, which is the only one.
      pragma.call(this, 'busy_timeout = 0');
      applyFailure(this);
    }
    checkLife(this);
    return pragma.apply(this, given);
  };
  Database.prototype.prepare = function watchedPrepare(this: Database.Database, source: string) {
    const life = owners.get(this);
    if (life?.over) throw new LifeIsOver();
    return prepare.call(this, source);
  } as typeof prepare;
  Database.prototype.exec = function watchedExec(this: Database.Database, source: string) {
    checkLife(this);
    return exec.call(this, source);
  };
}

/** Watches the data file of a history instead of the previous one's. */
export function watchDisk(file: string, virtual: VirtualTime): Disk {
  if (!watched) watch();
  watched = true;
  time = virtual;
  open = new Map();
  ending = null;
  failing = null;

  const endFailure = (): void => {
    if (failing === null) return;
    failing.holder?.exec('ROLLBACK');
    failing.holder?.close();
    if (failing.how === 'full')
      for (const [database, life] of open) {
        if (!database.open || life.over) continue;
        ignoreLifeEnd(() => database.pragma('max_page_count = 1000000'));
      }
    failing = null;
  };

  return {
    endAfter: (life, statements) => {
      ending = { life, left: statements };
    },
    end,
    fail: (how) => {
      if (failing !== null) return;
      if (how === 'full') {
        failing = { how, holder: null };
        for (const [database, life] of open)
          if (database.open && !life.over) ignoreLifeEnd(() => applyFailure(database));
        return;
      }
      const holder = new Database(file, { timeout: 0 });
      holder.exec('BEGIN IMMEDIATE');
      failing = { how, holder };
    },
    isFailing: () => failing !== null,
    endFailure,
    close: () => {
      endFailure();
      for (const life of new Set(open.values())) end(life);
      for (const database of open.keys()) if (database.open) database.close();
    },
  };
}
