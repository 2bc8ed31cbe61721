/** What a run of Stryker reports of the faults it planted. */
import { readFileSync } from 'node:fs';

type Place = { line: number; column: number };
export type Fault = {
  mutatorName: string;
  replacement?: string;
  location: { start: Place; end: Place };
};
type Tried = Fault & { status: string };

/** The same fault has the same name in every run over the same source. `first` is the number of a file's first line. */
export const nameOf = (file: string, { location, ...fault }: Fault, first: 0 | 1): string =>
  [
    file,
    ...[location.start, location.end].map(({ line, column }) => `${line - first}:${column - first}`),
    fault.mutatorName,
    fault.replacement,
  ].join(' ');

export type FaultFound = { file: string; fault: Tried; name: string; isFound: boolean };

/** The faults that a run tried, of those it could have planted. */
export function faultsIn(report: string): FaultFound[] {
  const { files }: { files: Record<string, { mutants: readonly Tried[] }> } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  return Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => status !== 'Ignored' && status !== 'CompileError')
      .map((fault) => ({
        file,
        fault,
        name: nameOf(file, fault, 1),
        isFound: ['Killed', 'Timeout', 'RuntimeError'].includes(fault.status),
      })),
  );
}
