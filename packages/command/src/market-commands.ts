import type { Command } from './command.ts'
import { deliver } from './commands/deliver.ts'
import { download } from './commands/download.ts'
import { listen } from './commands/listen.ts'
import { mcp } from './commands/mcp.ts'
import { offer } from './commands/offer.ts'
import { request } from './commands/request.ts'
import { share } from './commands/share.ts'

/** Lists the commands that need a login, by name. */
export const marketCommands = {
  request,
  offer,
  deliver,
  download,
  share,
  listen,
  mcp,
} satisfies Record<string, Command>
export type MarketCommand = keyof typeof marketCommands
