/**
 * The modules whose tests are tested, by name: what is altered is every source file of the folder, and what has to
 * notice are the unit and property tests below `tests`. A fault that only a test elsewhere finds is told too far from
 * where it is, and every further test makes every run slower.
 */
export const MODULES: Readonly<Record<string, { folder: string; tests: readonly string[] }>> = {
  purchase: { folder: 'shared/purchase', tests: ['shared/purchase'] },
  wallet: { folder: 'shared/wallet', tests: ['shared/wallet', 'electron/wallet'] },
  'award-analysis': { folder: 'shared/award-analysis', tests: ['shared/award-analysis'] },
  insights: { folder: 'shared/insights', tests: ['shared/insights'] },
  coverage: {
    folder: 'electron/awards/coverage',
    tests: ['electron/awards/coverage', 'electron/awards/record', 'electron/awards/views'],
  },
  record: { folder: 'electron/awards/record', tests: ['electron/awards'] },
  query: { folder: 'electron/awards/query', tests: ['electron/awards'] },
  answers: { folder: 'electron/marketplace/answers', tests: ['electron/marketplace'] },
  service: { folder: 'electron/marketplace/service', tests: ['electron/marketplace'] },
  purchases: { folder: 'electron/purchases', tests: ['electron/purchases'] },
};
