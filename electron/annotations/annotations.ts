import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { Storage } from '../storage/open.ts';
import { openMarks } from './marks.ts';

export type AnnotationsDeps = {
  storage: Storage;
  publish: Publish;
  /** The current marketplace and account. */
  identity: () => string;
  /** UTC ms. */
  clock: () => number;
};

/** User annotations: stars, tags and notes on records. */
export function createAnnotations({ storage, publish, identity, clock }: AnnotationsDeps): {
  annotations: ContractHandlers['annotations'];
} {
  const marks = openMarks(storage);
  return {
    annotations: {
      mark({ versionIds, change }) {
        const records = marks.mark(versionIds, change, clock());
        publish('changed', { topics: ['results'] });
        return { records };
      },
      tags: () => marks.tags(identity()),
    },
  };
}
