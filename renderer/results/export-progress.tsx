import { Button, Progress } from '@mantine/core';
import { FailureNotice } from '../components/failure-notice.tsx';
import { formatNumber, plural } from './award-words.ts';
import { cancelExport, forgetExportError, useExport } from './export-store.ts';
import classes from './results.module.css';

/** How far the export is, and a way to stop it; nothing while there is none. */
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
        className={classes.exportBar ?? ''}
        value={rows === 0 ? 100 : (rowsDone / rows) * 100}
        aria-label="Export"
      />
      <Button variant="default" size="compact-xs" onClick={cancelExport}>
        Cancel export
      </Button>
    </div>
  );
}
