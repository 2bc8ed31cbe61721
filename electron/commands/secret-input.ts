import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

type Input = NodeJS.ReadableStream & { isTTY?: boolean };

/** More than any key and the blanks around it, in bytes; what follows is not read. */
const LONGEST = 16 * 1024;

/**
 * Reads a secret from standard input: the whole of what is piped, or one line that a user types, which is not shown.
 * Never from an argument, which every program on the machine could read.
 */
export async function readSecret(input: Input, prompt: (words: string) => void): Promise<string> {
  if (input.isTTY !== true) {
    let text = '';
    for await (const chunk of input) {
      text += String(chunk);
      if (text.length > LONGEST) break;
    }
    return text;
  }
  prompt('Paste the access key and press Enter (it is not shown): ');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true });
  try {
    return await new Promise<string>((resolve) => {
      lines.once('line', resolve);
      lines.once('SIGINT', () => resolve(''));
      lines.once('close', () => resolve(''));
    });
  } finally {
    lines.close();
    prompt('\n');
  }
}
