import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { Storage } from '../storage/open.ts';
import { openMarks } from './marks.ts';
import { openTemplates } from './templates.ts';

export type AnnotationsDeps = {
  storage: Storage;
  publish: Publish;
  /** The current marketplace and account. */
  identity: () => string;
  /** UTC ms. */
  clock: () => number;
};

/** User annotations: stars, tags and notes on records, and searches saved as templates. */
export function createAnnotations({ storage, publish, identity, clock }: AnnotationsDeps): {
  annotations: ContractHandlers['annotations'];
  templates: ContractHandlers['templates'];
} {
  const marks = openMarks(storage);
  const templates = openTemplates(storage);
  const changed = () => publish('changed', { topics: ['results'] });
  const publishing = <Result>(result: Result): Result => {
    changed();
    return result;
  };
  return {
    annotations: {
      mark: ({ versionIds, change }) => publishing({ records: marks.mark(versionIds, change, clock()) }),
      tags: () => marks.tags(identity()),
    },
    templates: {
      list: () => templates.list(),
      save: (template) => publishing(templates.save(template, clock())),
      change: (change) => publishing(templates.change(change, clock())),
      remove: ({ templateId }) => {
        templates.remove(templateId);
        changed();
        return undefined;
      },
    },
  };
}
