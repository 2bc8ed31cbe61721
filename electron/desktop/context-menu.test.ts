import type { ContextMenuParams } from 'electron';
import { expect, it } from 'vitest';
import { contextMenu } from './context-menu.ts';

const all = {
  canUndo: true,
  canRedo: false,
  canCut: true,
  canCopy: true,
  canPaste: true,
  canSelectAll: true,
};
const at = (params: Partial<ContextMenuParams>) => {
  const copied: string[] = [];
  const did: string[] = [];
  const spelling = { misspelledWord: '', dictionarySuggestions: [] };
  const menu = contextMenu(
    {
      isEditable: false,
      selectionText: '',
      linkURL: '',
      editFlags: all,
      ...spelling,
      ...params,
    } as ContextMenuParams,
    {
      copy: (text) => copied.push(text),
      replace: (word) => did.push(`replace by ${word}`),
      learn: (word) => did.push(`learn ${word}`),
    },
  );
  return { menu, copied, did, names: menu.map(({ role, label, type }) => role ?? label ?? type) };
};

it('offers what can be done with text that is being written', () => {
  const { names, menu } = at({ isEditable: true });
  expect(names).toEqual(['undo', 'redo', 'separator', 'cut', 'copy', 'paste', 'separator', 'selectAll']);
  expect(menu.find(({ role }) => role === 'redo')?.enabled).toBe(false);
});

it('offers the spelling that the system knows, above the rest', () => {
  const misspelt = { misspelledWord: 'Londn', dictionarySuggestions: ['London', 'Lond'] };
  const { names, menu, did } = at({ isEditable: true, ...misspelt });
  expect(names.slice(0, 5)).toEqual(['London', 'Lond', 'Learn spelling', 'separator', 'undo']);
  for (const item of [menu[0], menu[2]]) (item as { click: () => void }).click();
  expect(did).toEqual(['replace by London', 'learn Londn']);
  expect(at({ isEditable: true, misspelledWord: 'Qwx' }).names.slice(0, 2)).toEqual([
    'Learn spelling',
    'separator',
  ]);
});

it('offers to copy what is chosen and where a link leads', () => {
  const { names, menu, copied } = at({ selectionText: 'LHR', linkURL: 'https://market.example/a' });
  expect(names).toEqual(['copy', 'Copy link address']);
  (menu[1] as { click: () => void }).click();
  expect(copied).toEqual(['https://market.example/a']);
});

it('offers nothing where there is nothing, nor for a link within the program', () => {
  expect(at({}).names).toEqual([]);
  expect(at({ linkURL: 'app://milepost/results' }).names).toEqual([]);
});
