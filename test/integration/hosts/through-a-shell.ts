import { spawn } from 'node:child_process';

/** Runs a command as npm runs a script: in a shell, which alone receives a signal and ends without forwarding it. */
const [file, ...args] = process.argv.slice(2);
const quoted = [process.execPath, file, ...args].map((part) => `'${part}'`).join(' ');
const shell = spawn('sh', ['-c', `${quoted}; exit $?`], { stdio: 'inherit' });
process.once('SIGTERM', () => shell.kill('SIGTERM'));
