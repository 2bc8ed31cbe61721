/** `node check.ts`: refuses packs of facts past their date, then runs every check, with a virtual display on a Linux without one, since Electron needs it. */
import { run } from './command.ts';

run('npm', ['run', '-s', 'facts']);
const needsDisplay = process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
if (needsDisplay) run('xvfb-run', ['--auto-servernum', 'npm', 'test', '--', '--all']);
else run('npm', ['test', '--', '--all']);
