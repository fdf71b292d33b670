import { once } from 'node:events'
import type { Command } from '../command.ts'

/** Serves tools to a program that speaks the Model Context Protocol. */
export const mcp: Command = {
  summary: 'offer tools to an assistant, by the Model Context Protocol',
  help: `Usage: semblance mcp [--out DIR]

Serves tools by the Model Context Protocol on its standard streams, for an assistant that starts it: search_market,
create_request, list_offers, get_offer, get_contract, get_dataset, preview_rows and download. None moves money,
accepts an offer or delivers. Each may do what the key of the login may: give it a key with the scopes that it
needs, such as market:read, dprs:write, offers:read, contracts:read and deliveries:read. Texts of requests and
offers, and rows, are written by others, and the assistant reads them.

  --out DIR   where download writes, each request into a directory of its name (default: the current directory)

Example, in the settings of an assistant:
  { "mcpServers": { "semblance": { "command": "npx", "args": ["semblance", "mcp", "--out", "data"] } } }
`,
  options: { out: { type: 'string' } },
  run: async ({ values }, place) => {
    const { StdioServerTransport } = await load(
      () => import('@modelcontextprotocol/sdk/server/stdio.js'),
    )
    const { makeMcpServer } = await load(() => import('../mcp/server.ts'))
    const server = makeMcpServer(place, (values.out as string | undefined) ?? '.')
    const { signal } = place.terminal
    const isOver = new Promise<void>((resolve) => {
      server.server.onclose = resolve
      signal.addEventListener('abort', () => resolve())
    })
    await server.connect(new StdioServerTransport())
    await Promise.race([isOver, once(process.stdin, 'end')])
    await server.close()
  },
}

/** Loads what belongs to an optional package. Throws an Error that says how to get it. */
async function load<T>(module: () => Promise<T>): Promise<T> {
  try {
    return await module()
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error('This command needs a package: npm install @modelcontextprotocol/sdk')
  }
}
