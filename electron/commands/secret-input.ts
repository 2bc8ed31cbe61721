import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

type Input = NodeJS.ReadableStream & { isTTY?: boolean };

/** Bytes; more than any key with surrounding blanks. */
const LONGEST = 16 * 1024;

/**
 * Reads a secret from standard input: all piped text, or one line typed without echo. Never from an argument, which other
 * programs could read.
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
  prompt('Paste the secret and press Enter (it is not shown): ');
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
