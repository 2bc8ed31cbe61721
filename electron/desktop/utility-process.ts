import { fileURLToPath } from 'node:url';
import { ENVIRONMENT, type StartProcess } from '../threads/started-process.ts';

type UtilityProcesses = Pick<typeof import('electron').utilityProcess, 'fork'>;

/** Starts processes by Electron, whose program runs no other file by itself. Only after it is ready. */
export const utilityProcesses =
  (electron: UtilityProcesses): StartProcess =>
  (file, { args, memoryMb }, events) => {
    const child = electron.fork(fileURLToPath(file), [...args], {
      env: ENVIRONMENT,
      execArgv: [`--max-old-space-size=${memoryMb}`],
      stdio: 'ignore',
      serviceName: 'Milepost: what comes from outside',
    });
    let isOver = false;
    child.on('message', events.message);
    child.once('exit', (code) => {
      isOver = true;
      events.ended(code);
    });
    return {
      send: (message) => child.postMessage(message),
      kill: () => {
        if (isOver) return;
        // By itself Electron first asks a process to end.
        if (child.pid === undefined) child.kill();
        else process.kill(child.pid, 'SIGKILL');
      },
    };
  };
