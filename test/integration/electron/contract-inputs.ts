import type { z } from 'zod';
import type { Scope } from '#shared/contract/awards.ts';
import type { Requests } from '#shared/contract/index.ts';

type Inputs = {
  [Group in keyof Requests]: {
    [Name in keyof Requests[Group]]: Requests[Group][Name] extends { input: infer Schema extends z.ZodType }
      ? z.input<Schema>
      : never;
  };
};

const amount = { currency: 'USD', units: '22000', exponent: 6 };
const scope: Scope = { kind: 'matching', origins: ['FRA'], destinations: ['JFK'] };
const search = { origin_airport: 'FRA', destination_airport: 'JFK' };
const toolRef = `operation:v1:${'0'.repeat(64)}`;
const nothing = { purchaseId: 'none' };

/** An input for every request of the contract that its schema takes; a request without one does not compile. */
export const contractInputs: Inputs = {
  status: { read: undefined, setup: { refresh: false } },
  about: { read: undefined, notices: undefined },
  updates: {
    read: undefined,
    setSchedule: { schedule: 'weekly' },
    check: undefined,
    download: undefined,
    install: undefined,
  },
  settings: {
    read: undefined,
    setMarketplace: { address: null },
    setLimits: { limits: { perCall: amount, perDay: amount, perMonth: amount } },
    setApprovals: { choice: { ask: 'always' } },
    rebuildRecords: undefined,
  },
  views: {
    list: undefined,
    save: { name: 'Tokyo', path: '/results' },
    remove: { viewId: 1 },
    remember: { path: '/results' },
  },
  key: { status: undefined, storeFromClipboard: undefined, forget: undefined, check: undefined },
  marketplace: {
    bindings: undefined,
    operations: { role: 'list', find: '' },
    propose: { role: 'list', operationId: 'none', members: null },
    bind: { role: 'list', operationId: 'none', members: null },
    release: { role: 'list' },
    tryRole: { role: 'list', members: {} },
    open: undefined,
    refresh: undefined,
    askProvider: { address: 'http://127.0.0.1:9', input: search },
    wait: undefined,
    cancelWait: undefined,
    askSandbox: undefined,
  },
  catalogue: {
    freshness: { from: 'cached' },
    list: { from: 'cached', filters: {} },
    search: { from: 'cached', query: 'award seats', filters: {} },
    describe: { from: 'cached', toolRef },
    compare: { from: 'cached', toolRefs: [toolRef] },
    inputForm: { toolRef },
    checkInput: { toolRef, input: search },
  },
  awards: { tools: { refresh: false }, preview: { input: search } },
  purchases: {
    quote: { toolRef, input: search },
    approve: {
      ...nothing,
      shown: { quoteRef: 'q', toolVersion: '1', inputDigest: 'd', price: amount },
    },
    discard: nothing,
    show: nothing,
    list: {},
    checkAgain: nothing,
    resume: nothing,
    cancel: nothing,
    evidence: nothing,
    alarms: undefined,
    seeCharge: { ...nothing, mark: '' },
    approveBatch: { after: 'x', pages: 1, ceiling: amount },
    approveSearches: { requests: [{ toolRef, input: search, pages: 1 }], ceiling: amount },
    batches: {},
    stopBatch: { batchId: 'none' },
    giveGrant: { toolRef, input: search, perDay: amount, until: '2027-01-01' },
    grants: undefined,
    revokeGrant: { grantId: 'none' },
    accounts: {},
    balance: undefined,
    reconcileWithService: undefined,
    export: { format: 'csv' },
    statement: { month: '2027-01' },
  },
  outputs: { list: {}, read: nothing },
  results: {
    searches: undefined,
    runs: { searchId: 1 },
    scope: { scope },
    records: { scope, filter: {}, sort: [], offset: 0, limit: 10 },
    facets: { scope },
    calendar: { scope, filter: {} },
    routes: { scope, filter: {} },
    groups: { scope, filter: {}, by: 'date', descending: false },
    histogram: { scope, filter: {} },
    timeline: { scope, filter: {} },
    readAgain: nothing,
    record: { versionId: 1 },
    broken: { scope },
    compare: { columns: [1, 2].map(() => ({ scope, filter: {} })), filter: {} },
    pairs: {
      outbound: { scope, filter: {} },
      back: { scope, filter: {} },
      filter: {},
      nightsMin: 3,
      nightsMax: 10,
      sameProgramme: false,
      limit: 10,
    },
    alternatives: { scope, origin: 'FRA', destination: 'JFK' },
    differences: { before: scope, after: scope, filter: {}, offset: 0, limit: 10 },
  },
  insights: {
    price: { versionId: 1 },
    space: { origins: ['FRA'], destinations: ['JFK'], programme: 'united', cabin: 'business' },
    stillThere: { versionId: 1, age: 3_600_000 },
  },
  watchlist: {
    list: undefined,
    changes: { pairs: [{ before: 1, after: 2 }] },
    digest: undefined,
    markRead: { upTo: ['p'] },
    watch: { searchIds: [1], watched: false },
    setFirstPageOnly: { searchId: 1, firstPageOnly: true },
    setRule: { searchId: 1, rule: null },
  },
  annotations: { mark: { versionIds: [1], change: { starred: true } }, tags: undefined },
  templates: {
    list: undefined,
    save: { name: 'spring', request: search, pinned: false },
    change: { templateId: 1, pinned: true },
    remove: { templateId: 1 },
  },
  trips: {
    list: undefined,
    show: { tripId: 'none' },
    create: { title: 'Spring', notes: '', starts: null, ends: null },
    change: { tripId: 'none', title: 'Spring', notes: '', starts: null, ends: null },
    remove: { tripId: 'none' },
    bringBack: { tripId: 'none' },
    addRecords: { tripId: 'none', versionIds: [1] },
    addNote: { tripId: 'none', text: 'A note' },
    addLink: { tripId: 'none', url: 'https://example.org/', text: '' },
    changeItem: { itemId: 'none', text: 'A note' },
    moveItem: { itemId: 'none', by: 1 },
    removeItem: { itemId: 'none' },
    bringBackItem: { itemId: 'none' },
  },
  backup: {
    begin: undefined,
    progress: { backupId: 'none' },
    piece: { backupId: 'none', offset: 0 },
    end: { backupId: 'none' },
  },
  restore: {
    begin: { bytes: 512 },
    send: { restoreId: 'none', offset: 0, data: 'AAAA' },
    check: { restoreId: 'none' },
    merge: { restoreId: 'none' },
    progress: undefined,
    cancel: { restoreId: 'none' },
  },
  export: {
    begin: { what: { view: 'calendar', scope, filter: {} }, format: 'csv' },
    next: { exportId: 'none' },
    cancel: { exportId: 'none' },
  },
  mileValues: { read: undefined, save: { currency: 'USD', values: [] } },
  places: {
    suggestAirports: { text: 'frank', limit: 5 },
    airports: { codes: ['FRA'] },
    suggestCarriers: { text: 'luft', limit: 5 },
  },
  files: {
    begin: { name: 'milepost.csv' },
    write: { fileId: 'none', data: '' },
    finish: { fileId: 'none' },
    cancel: { fileId: 'none' },
  },
  diagnostics: { details: undefined, showLog: undefined },
  activity: { list: { limit: 10 }, export: { format: 'csv' } },
  oauth: {
    read: undefined,
    refresh: undefined,
    connect: { scopes: [] },
    open: undefined,
    cancel: undefined,
  },
  mcp: {
    read: undefined,
    connect: { readonly: true },
    disconnect: undefined,
    tryTool: { name: 'none', input: {} },
    chooseForReads: { use: false },
  },
};
