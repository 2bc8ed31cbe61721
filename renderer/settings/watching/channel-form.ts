import {
  type ChannelKind,
  type ChannelSetup,
  channelSetupSchema,
} from '#shared/contract/program/channels.ts';

/** A channel as typed. */
export type ChannelForm = Record<'host' | 'port' | 'user' | 'from' | 'to' | 'server' | 'address', string>;
export type ChannelProblems = Partial<ChannelForm>;

export const EMPTY_CHANNEL: ChannelForm = {
  host: '',
  port: '465',
  user: '',
  from: '',
  to: '',
  server: 'https://ntfy.sh',
  address: '',
};

const PROBLEMS: ChannelForm = {
  host: 'Type the name of your mail server, such as smtp.example.org.',
  port: 'A number, usually 465 or 587.',
  user: 'Type the user name on one line.',
  from: 'Type an e-mail address.',
  to: 'Type an e-mail address.',
  server: 'Type the server’s address, such as https://ntfy.sh.',
  address: 'Type an address that begins with https://.',
};

/** Reads a channel's address, or returns an error for each invalid field. The main process checks it again. */
export function readChannel(
  kind: ChannelKind,
  form: ChannelForm,
): { ok: true; setup: ChannelSetup } | { ok: false; problems: ChannelProblems } {
  const trimmed = Object.fromEntries(Object.entries(form).map(([name, text]) => [name, text.trim()]));
  const read = channelSetupSchema.safeParse({
    ...trimmed,
    kind,
    port: /^\d{1,5}$/u.test(trimmed.port ?? '') ? Number(trimmed.port) : Number.NaN,
  });
  const isAddress = (text: string | undefined) => /^https?:\/\/[^\s/]/u.test(text ?? '');
  const field = kind === 'ntfy' ? 'server' : 'address';
  if (kind !== 'email' && !isAddress(trimmed[field]))
    return { ok: false, problems: { [field]: PROBLEMS[field] } };
  if (read.success) return { ok: true, setup: read.data };
  const wrong = read.error.issues.map(({ path }) => String(path[0]) as keyof ChannelForm);
  return { ok: false, problems: Object.fromEntries(wrong.map((name) => [name, PROBLEMS[name]])) };
}
