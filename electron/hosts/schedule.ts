import watching from '../../docs/watching.md?raw';

/** Examples for the system's own scheduler, once an hour: the only block of code of docs/watching.md. */
export const scheduleExamples = (): string => watching.split(/^```\n/mu)[1] ?? '';
