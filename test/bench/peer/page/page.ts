/** The peer's page: the same rows and columns in AG Grid Community, all held in the page. */
import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community';
import { PEER_FILTERS, type PeerRow } from '../rows.ts';

ModuleRegistry.registerModules([AllCommunityModule]);

const text = (field: keyof PeerRow, searched = false) => ({
  field,
  filter: 'agTextColumnFilter',
  ...(searched ? {} : { getQuickFilterText: () => '' }),
});
const yesOrNo = (field: keyof PeerRow) => ({
  field,
  cellDataType: 'boolean',
  filter: true,
  getQuickFilterText: () => '',
});
const figure = (field: keyof PeerRow) => ({
  field,
  filter: 'agNumberColumnFilter',
  getQuickFilterText: () => '',
});

const rowData: PeerRow[] = await (await fetch('/rows.json')).json();
const grid = document.querySelector<HTMLElement>('#grid');
if (grid === null) throw new Error('no place for the grid');
const api = createGrid<PeerRow>(grid, {
  rowData,
  getRowId: ({ data }) => String(data.id),
  columnDefs: [
    text('date'),
    text('route', true),
    text('programme', true),
    yesOrNo('available'),
    figure('miles'),
    figure('seats'),
    yesOrNo('direct'),
    text('airlines', true),
    figure('seen'),
  ],
  // As fast as possible: no animation, and the quick filter prepares its texts once.
  animateRows: false,
  cacheQuickFilter: true,
  suppressColumnVirtualisation: true,
  onModelUpdated: () => {
    document.body.dataset.rows = String(api?.getDisplayedRowCount() ?? rowData.length);
  },
});

const changes = document.querySelector('#changes');
for (const [name, filter] of Object.entries(PEER_FILTERS)) {
  const button = document.createElement('button');
  button.name = name;
  button.textContent = name;
  button.onclick = () => {
    if ('quick' in filter) api.setGridOption('quickFilterText', filter.quick);
    else api.setFilterModel(filter.model);
  };
  changes?.append(button);
}
const clear = document.createElement('button');
clear.name = 'clear';
clear.textContent = 'clear';
clear.onclick = () => {
  api.setGridOption('quickFilterText', '');
  api.setFilterModel(null);
  api.applyColumnState({ defaultState: { sort: null } });
};
changes?.append(clear);
