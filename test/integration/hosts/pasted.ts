import { spawn } from 'node:child_process';

/** Runs a line as a user pastes it into a shell, and ends with it. */
const shell = spawn('sh', ['-c', `exec ${process.argv[2] ?? ''}`], { stdio: 'inherit' });
process.once('SIGTERM', () => shell.kill('SIGTERM'));
shell.once('exit', (code) => process.exit(code ?? 1));
