import { createHook } from 'node:async_hooks';
import Database from 'better-sqlite3';

/**
 * Counts every moment at which a program can die: before and after each write to a data file, each begin and commit,
 * before and after each request, and each continuation of an `await`. At the chosen one the action is run.
 */
export type Points = {
  /** Starts counting; the action is run at the point of this number, counted from 1. */
  arm(at: number | null): void;
  /** Stops counting and returns how many there were. */
  disarm(): number;
};

type Statement = { run(...values: unknown[]): unknown; source: string; database: Database.Database };

export type PointsOptions = {
  act: (label: string, database: Database.Database | null) => void;
  /** Which points count; all by default. */
  counts?: (label: string, database: Database.Database | null) => boolean;
  /** Whether the continuations of `await` count as well. */
  awaits: boolean;
  /** A write failed. */
  failed?: (database: Database.Database) => void;
};

export function watchPoints({ act, counts = () => true, awaits, failed }: PointsOptions): Points {
  let armed = false;
  let chosen: number | null = null;
  let count = 0;

  const point = (label: string, database: Database.Database | null = null): void => {
    if (!armed || !counts(label, database)) return;
    count += 1;
    if (count === chosen) act(label, database);
  };

  watchWrites(point, failed);
  watchRequests(point);
  if (awaits) {
    const promises = new Set<number>();
    createHook({
      init: (id, type) => {
        if (type === 'PROMISE') promises.add(id);
      },
      before: (id) => {
        if (promises.has(id)) point('await');
      },
      destroy: (id) => {
        promises.delete(id);
      },
    }).enable();
  }
  return {
    arm: (at) => {
      count = 0;
      chosen = at;
      armed = true;
    },
    disarm: () => {
      armed = false;
      return count;
    },
  };
}

type Point = (label: string, database?: Database.Database | null) => void;

/** Watches every statement that is run, including begin and commit. */
function watchWrites(point: Point, failed: PointsOptions['failed']): void {
  const probe = new Database(':memory:');
  const prototype = Object.getPrototypeOf(probe.prepare('SELECT 1')) as Statement;
  probe.close();
  const { run } = prototype;
  prototype.run = function watched(this: Statement, ...values: unknown[]): unknown {
    point(`before ${this.source}`, this.database);
    try {
      return run.apply(this, values);
    } catch (error) {
      failed?.(this.database);
      throw error;
    } finally {
      point(`after ${this.source}`, this.database);
    }
  };
}

function watchRequests(point: Point): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    point('before a request');
    const response = await fetch(input, init);
    point('after the head of an answer');
    return response;
  };
}
