/** `node gather.ts FROM TO`: copies all machines' builds into one folder and merges their update descriptions. */
import { gather } from './gathering.ts';

const [from = '', to = ''] = process.argv.slice(2);
gather(from, to);
