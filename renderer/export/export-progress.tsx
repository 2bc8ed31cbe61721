import { Button, Progress } from '@mantine/core';
import { formatNumber, plural } from '#shared/formats.ts';
import classes from '../records/results.module.css';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { cancelExport, forgetExportError, useExport } from './export-store.ts';

/** Progress of the export, and a button that stops it; nothing while there is none. */
export function ExportProgress() {
  const { underWay, error } = useExport();
  if (error !== null)
    return (
      <FailureNotice error={error} title="The export could not be written" onRetry={forgetExportError} />
    );
  if (underWay === null) return null;
  const { fileName, rows, rowsDone } = underWay;
  return (
    <div className={classes.export}>
      <span>
        Writing {fileName}: {formatNumber(rowsDone)} of {plural(rows, 'row')}
      </span>
      <Progress
        flex="1 1 160px"
        maw={340}
        value={rows === 0 ? 100 : (rowsDone / rows) * 100}
        aria-label="Export"
      />
      <Button size="compact-xs" onClick={cancelExport}>
        Cancel export
      </Button>
    </div>
  );
}
