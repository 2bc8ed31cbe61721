/** A table as a picture for sharing: always in light colours, with its title and date. */

export type Picture = {
  title: string;
  /** Lines below the title: ages, filters, the date of the picture. */
  notes: readonly string[];
  /** The first row and the first cell of each row are headings. */
  table: readonly (readonly string[])[];
  /** Cells to mark, by row and column of `table`. */
  isMarked: (row: number, column: number) => boolean;
};

type Line = { text: string; x: number; y: number; bold: boolean };
export type Layout = {
  width: number;
  height: number;
  lines: Line[];
  /** Where the rows of the table begin, and where the last one ends. */
  rules: number[];
  columns: number[];
  marks: { x: number; y: number; width: number; height: number }[];
};

const MARGIN = 24;
const LINE = 18;
const PADDING = 6;
const FIRST_COLUMN = 160;
const COLUMN = 210;
const TITLE_LINE = 26;

/** Breaks a text into lines of a width, between words where possible. */
export function wrapped(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    let rest = word;
    const longer = line === '' ? rest : `${line} ${rest}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    while (measure(rest) > width && rest.length > 1) {
      let fits = rest.length - 1;
      while (fits > 1 && measure(rest.slice(0, fits)) > width) fits -= 1;
      lines.push(rest.slice(0, fits));
      rest = rest.slice(fits);
    }
    line = rest;
  }
  return [...lines, line];
}

/** The positions of everything, in CSS pixels. @param measure the width of a text in the table's own type */
export function layOut(picture: Picture, measure: (text: string, bold: boolean) => number): Layout {
  const count = Math.max(1, ...picture.table.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) => (column === 0 ? FIRST_COLUMN : COLUMN));
  const columns = widths.map((_, column) =>
    widths.slice(0, column).reduce((sum, width) => sum + width, MARGIN),
  );
  const inner = widths.reduce((sum, width) => sum + width, 0);
  const lines: Line[] = [];
  const rules: number[] = [];
  const marks: Layout['marks'] = [];
  let y = MARGIN;
  for (const text of wrapped(picture.title, inner, (part) => measure(part, true) * 1.3)) {
    lines.push({ text, x: MARGIN, y, bold: true });
    y += TITLE_LINE;
  }
  for (const note of picture.notes)
    for (const text of wrapped(note, inner, (part) => measure(part, false))) {
      lines.push({ text, x: MARGIN, y, bold: false });
      y += LINE;
    }
  y += PADDING * 2;
  picture.table.forEach((row, place) => {
    rules.push(y);
    const cells = row.map((text, column) => {
      const bold = place === 0 || column === 0 || picture.isMarked(place, column);
      return wrapped(text, (widths[column] ?? COLUMN) - 2 * PADDING, (part) => measure(part, bold)).map(
        (part) => ({ text: part, bold }),
      );
    });
    const height = Math.max(1, ...cells.map((cell) => cell.length)) * LINE + 2 * PADDING;
    cells.forEach((cell, column) => {
      const x = columns[column] ?? MARGIN;
      if (picture.isMarked(place, column)) marks.push({ x, y, width: widths[column] ?? COLUMN, height });
      cell.forEach(({ text, bold }, index) => {
        lines.push({ text, x: x + PADDING, y: y + PADDING + index * LINE, bold });
      });
    });
    y += height;
  });
  rules.push(y);
  return { width: inner + 2 * MARGIN, height: y + MARGIN, lines, rules, columns, marks };
}

const FACE = 'system-ui, sans-serif';
const font = (bold: boolean, size = 13) => `${bold ? 600 : 400} ${size}px ${FACE}`;

/** Draws it at double size. Resolves to null where this browser cannot draw pictures. */
export async function renderedPicture(picture: Picture): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  const layout = layOut(picture, (text, bold) => {
    pen.font = font(bold);
    return pen.measureText(text).width;
  });
  canvas.width = layout.width * 2;
  canvas.height = layout.height * 2;
  pen.scale(2, 2);
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, layout.width, layout.height);
  pen.fillStyle = '#d5eaec';
  for (const mark of layout.marks) pen.fillRect(mark.x, mark.y, mark.width, mark.height);
  pen.fillStyle = '#c3c9cd';
  const right = layout.width - MARGIN;
  for (const rule of layout.rules) pen.fillRect(MARGIN, rule, right - MARGIN, 1);
  const [top = 0] = layout.rules;
  const bottom = layout.rules.at(-1) ?? top;
  for (const x of [...layout.columns, right]) pen.fillRect(x, top, 1, bottom - top);
  pen.fillStyle = '#1b1d1f';
  pen.textBaseline = 'top';
  for (const line of layout.lines) {
    pen.font = line.bold && line.y < top ? font(true, 17) : font(line.bold);
    pen.fillText(line.text, line.x, line.y + 1);
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
