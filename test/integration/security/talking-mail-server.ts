/** A mail server in a process of its own: from one word of a dialogue on, it repeats a text and never stops. */
import { createServer } from 'node:net';

const ANSWERS: Readonly<Record<string, string>> = {
  EHLO: '250 a\r\n',
  MAIL: '250 a\r\n',
  RCPT: '250 a\r\n',
  DATA: '354 a\r\n',
};
let [repeated, at] = ['\n', 'greeting'];
process.on('message', (given: { repeated: string; at: string }) => {
  ({ repeated, at } = given);
});

const server = createServer((socket) => {
  socket.on('error', () => undefined);
  const piece = Buffer.alloc(64 * 1024, repeated);
  const talk = () => {
    while (socket.writable && socket.write(piece));
  };
  const say = (word: string, answer: string) => {
    if (word === at) {
      socket.on('drain', talk);
      talk();
    } else socket.write(answer);
  };
  say('greeting', '220 a\r\n');
  socket.on('data', (bytes) => {
    const word = bytes.toString().slice(0, 4).toUpperCase();
    say(word, ANSWERS[word] ?? '250 a\r\n');
  });
});
process.once('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
});
