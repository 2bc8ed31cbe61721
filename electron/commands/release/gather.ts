/** `node gather.ts FROM TO`: puts what the machines built into one folder, their descriptions for updates merged. */
import { gather } from './gathering.ts';

const [from = '', to = ''] = process.argv.slice(2);
gather(from, to);
