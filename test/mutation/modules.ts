/**
 * The modules whose tests are tested, by name: what is altered is every source file of the folder. What has to notice
 * are the unit and property tests below `tests`; what these do not notice is tried by the tests of `beyond`, set by
 * set: they drive the whole program, over HTTP and through histories, and take longer for each fault.
 */
export type Module = {
  folder: string;
  tests: readonly string[];
  beyond?: readonly (readonly string[])[];
};

export const MODULES: Readonly<Record<string, Module>> = {
  purchase: { folder: 'shared/purchase', tests: ['shared/purchase'] },
  wallet: { folder: 'shared/wallet', tests: ['shared/wallet', 'electron/wallet'] },
  'award-analysis': { folder: 'shared/award-analysis', tests: ['shared/award-analysis'] },
  insights: { folder: 'shared/insights', tests: ['shared/insights'] },
  coverage: {
    folder: 'electron/awards/coverage',
    tests: [
      'electron/awards/coverage',
      'electron/awards/record',
      'electron/awards/views',
      'electron/awards/watch',
    ],
  },
  record: {
    folder: 'electron/awards/record',
    tests: [
      'electron/awards/{record,coverage,itineraries}/!(*.property).test.ts',
      'electron/awards/!(*.property).test.ts',
    ],
    beyond: [
      [
        'electron/awards/{record,coverage}/*.property.test.ts',
        'electron/awards/*.property.test.ts',
        'electron/app/merge.property.test.ts',
      ],
    ],
  },
  query: { folder: 'electron/awards/query', tests: ['electron/awards'] },
  answers: {
    folder: 'electron/marketplace/answers',
    tests: ['electron/marketplace/answers', 'electron/marketplace/service'],
    beyond: [['electron/marketplace/openapi', 'electron/marketplace/http']],
  },
  service: {
    folder: 'electron/marketplace/service',
    tests: ['electron/marketplace/service/!(*.property).test.ts', 'electron/catalogue'],
    beyond: [
      ['electron/marketplace/service/*.property.test.ts', 'electron/marketplace/openapi'],
      [
        'test/integration/marketplace/{strangers.property,changed-answers,catalogue}.test.ts',
        'test/integration/service-surface/{catalogue-answers,statuses,undocumented-names}.test.ts',
      ],
    ],
  },
  purchases: {
    folder: 'electron/purchases',
    tests: ['electron/purchases'],
    beyond: [
      ['electron/app/{merge.property,backup-parts}.test.ts'],
      [
        'test/integration/purchases/{standing,unfriendly}.test.ts',
        'test/integration/backup/money-after-restore.test.ts',
      ],
      ['test/mutation/histories.test.ts'],
    ],
  },
};
