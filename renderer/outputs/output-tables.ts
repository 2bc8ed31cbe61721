import { isObject } from '#shared/json.ts';

/**
 * A list of objects in an output as a table: columns from the Tool's output schema, or else from the data. Pure, and
 * bounded: outputs and schemas come from the service.
 */

export type Json = Record<string, unknown>;
export type OutputColumn = {
  /** The path of member names from the row. */
  path: readonly string[];
  /** `Route.OriginAirport`. */
  name: string;
  /** The schema's description; empty where it has none. */
  description: string;
};
export type OutputTable = {
  /** Where in the output the list is: `data`, `result.items`; empty where the output is the list. */
  place: string;
  columns: OutputColumn[];
  rows: readonly Json[];
};

const DEEPEST_LIST = 3;
const MAX_TABLES = 20;
const MAX_COLUMNS = 60;
/** Rows examined for members that the schema does not name. */
const ROWS_SAMPLED = 200;

const own = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const isTable = (value: unknown): value is readonly Json[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

/** A part of the schema after resolving local references, a few steps. */
function meant(root: unknown, schema: unknown): unknown {
  let at = schema;
  for (let hop = 0; hop < 8; hop++) {
    const ref = own(at, '$ref');
    if (typeof ref !== 'string' || !ref.startsWith('#')) return at;
    at = root;
    for (const part of ref.slice(1).split('/').filter(Boolean))
      at = own(at, part.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return undefined;
}

/** Columns of rows: those that the schema names in its order, then further ones of the rows. */
function columnsOf(root: unknown, rowSchema: unknown, rows: readonly Json[]): OutputColumn[] {
  const columns = new Map<string, OutputColumn>();
  const isFull = () => columns.size >= MAX_COLUMNS;
  const add = (path: readonly string[], schema: unknown) => {
    const key = JSON.stringify(path);
    if (columns.has(key) || isFull()) return;
    const description = own(meant(root, schema), 'description');
    columns.set(key, {
      path,
      name: path.join('.'),
      description: typeof description === 'string' ? description : '',
    });
  };
  /** Members of an object in a row have columns of their own; deeper ones stay in its cell. */
  const addMember = (name: string, schema: unknown, values: readonly unknown[]) => {
    const present = values.filter((value) => value !== undefined && value !== null);
    const isGroup = present.length > 0 && present.every(isObject);
    if (!isGroup) return add([name], schema);
    const inner = own(meant(root, schema), 'properties');
    for (const member of isObject(inner) ? Object.keys(inner) : []) add([name, member], own(inner, member));
    for (const value of present) {
      if (isFull()) return;
      for (const member of Object.keys(value)) add([name, member], undefined);
    }
  };
  const sampled = rows.slice(0, ROWS_SAMPLED);
  const properties = own(meant(root, rowSchema), 'properties');
  const seen = new Set<string>();
  const addMembers = (object: unknown, schemaOf: (name: string) => unknown) => {
    for (const name of isObject(object) && !isFull() ? Object.keys(object) : []) {
      if (isFull()) return;
      if (seen.has(name)) continue;
      seen.add(name);
      addMember(
        name,
        schemaOf(name),
        sampled.map((row) => own(row, name)),
      );
    }
  };
  addMembers(properties, (name) => own(properties, name));
  for (const row of sampled) addMembers(row, () => undefined);
  return [...columns.values()];
}

/** Every list of objects that an output is or holds, the longest first. Empty where there is none. */
export function outputTables(output: unknown, schema: unknown): OutputTable[] {
  const tables: OutputTable[] = [];
  const visit = (value: unknown, described: unknown, path: readonly string[]) => {
    if (tables.length >= MAX_TABLES) return;
    if (isTable(value)) {
      const items = own(meant(schema, described), 'items');
      tables.push({ place: path.join('.'), columns: columnsOf(schema, items, value), rows: value });
    } else if (isObject(value) && path.length < DEEPEST_LIST) {
      const properties = own(meant(schema, described), 'properties');
      for (const [name, inner] of Object.entries(value)) visit(inner, own(properties, name), [...path, name]);
    }
  };
  visit(output, schema, []);
  return tables.sort((a, b) => b.rows.length - a.rows.length);
}

/** A row's value in a column. */
export const cellOf = (row: Json, column: OutputColumn): unknown =>
  column.path.reduce<unknown>((value, name) => own(value, name), row);

/** A cell as text, exactly: numbers as they came, missing values empty, anything nested as JSON. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A table as rows of cells for a file, with its headings first; numbers stay numbers. */
export const tableCells = (table: OutputTable): (string | number)[][] => [
  table.columns.map(({ name }) => name),
  ...table.rows.map((row) =>
    table.columns.map((column) => {
      const value = cellOf(row, column);
      return typeof value === 'number' ? value : cellText(value);
    }),
  ),
];
