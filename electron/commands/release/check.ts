/** `node check.ts`: every check, on a display of its own where the machine has none (Electron needs one on Linux). */
import { run } from './command.ts';

const needsDisplay = process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
if (needsDisplay) run('xvfb-run', ['--auto-servernum', 'npm', 'test', '--', '--all']);
else run('npm', ['test', '--', '--all']);
