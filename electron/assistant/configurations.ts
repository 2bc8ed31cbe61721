import type { AssistantAccess } from '#shared/contract/program/assistants.ts';

/** How `milepost --mcp` is started on this machine. */
export type McpCommand = { command: string; args: readonly string[] };

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const quoted = (word: string): string =>
  /^[\w@%+=:,./\\-]+$/u.test(word) ? word : `"${word.replaceAll(/(["\\$`])/gu, '\\$1')}"`;

/** Configuration to copy into common MCP clients. */
export function configurations(program: McpCommand): AssistantAccess['configurations'] {
  const { command, args } = program;
  const server = { command, args };
  const words = [command, ...args].map(quoted).join(' ');
  return [
    {
      client: 'Claude Desktop',
      words: 'Settings, Developer, Edit Config: into claude_desktop_config.json.',
      text: json({ mcpServers: { milepost: server } }),
    },
    {
      client: 'Claude Code',
      words: 'In a terminal.',
      text: `claude mcp add milepost -- ${words}`,
    },
    {
      client: 'Cursor',
      words: 'Into ~/.cursor/mcp.json.',
      text: json({ mcpServers: { milepost: server } }),
    },
    {
      client: 'VS Code',
      words: 'MCP: Open User Configuration, into mcp.json.',
      text: json({ servers: { milepost: { type: 'stdio', ...server } } }),
    },
    {
      client: 'Codex',
      words: 'Into ~/.codex/config.toml.',
      text: `[mcp_servers.milepost]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}`,
    },
    {
      client: 'Any other',
      words: 'The command of a server over stdio.',
      text: words,
    },
  ];
}
