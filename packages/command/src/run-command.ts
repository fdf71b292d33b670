/** The one command: those of the marketplace here, those of the synthesis engine in its package. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { openClient, type RetryOptions } from '@semblance/client'
import { commandSummaries, didYouMean, UsageError } from '@semblance/synth/command-line'
import type { Given, Place, Values } from './command.ts'
import { keygen } from './commands/keygen.ts'
import { login } from './commands/login.ts'
import { findCredentials } from './credentials.ts'
import { exitCodes, explain } from './exit-codes.ts'
import { generalHelp, marketHelp } from './help.ts'
import { type MarketCommand, marketCommands } from './market-commands.ts'
import type { Terminal } from './terminal.ts'

export { exitCodes } from './exit-codes.ts'
export type { Terminal } from './terminal.ts'

/** Runs a command line (without node and script) and returns its exit code. */
export async function runCommand(
  words: string[],
  terminal: Terminal,
  retries: RetryOptions = {},
): Promise<number> {
  const [first = 'help', ...rest] = words
  if (Object.hasOwn(commandSummaries, first)) return await runEngine(words, terminal)
  try {
    if (['help', '--help', '-h'].includes(first)) return await help(rest[0], terminal)
    await runMarket(first, rest, { terminal, retries })
    return exitCodes.done
  } catch (error) {
    const { message, code } = explain(error, terminal.signal)
    terminal.error(`${message}\n`)
    return code
  }
}

/** Loads the engine only for its own commands. */
async function runEngine(words: string[], terminal: Terminal): Promise<number> {
  const { runCommand } = await import('@semblance/synth/command')
  return await runCommand(words, terminal)
}

async function help(topic: string | undefined, terminal: Terminal): Promise<number> {
  if (topic && Object.hasOwn(commandSummaries, topic))
    return await runEngine([topic, '--help'], terminal)
  terminal.out((topic && marketHelp(topic)) || generalHelp)
  return exitCodes.done
}

async function runMarket(
  name: string,
  words: string[],
  { terminal, retries }: { terminal: Terminal; retries: RetryOptions },
): Promise<void> {
  const names = [
    'login',
    'keygen',
    ...Object.keys(marketCommands),
    ...Object.keys(commandSummaries),
  ]
  const helpText = marketHelp(name)
  if (helpText === null)
    throw new UsageError(`There is no command "${name}"${didYouMean(name, names)}.`)
  const given = parse(name, words)
  if (given.values.help) return terminal.out(helpText)
  const isJson = given.values.json === true
  if (name === 'login')
    return await login({ url: given.values.url as string | undefined, isJson, retries }, terminal)
  if (name === 'keygen') return await keygen({ words: given.words, isJson }, terminal)
  const credentials = await findCredentials(terminal.env)
  const place: Place = {
    terminal,
    client: openClient({ ...credentials, ...retries }),
    ...credentials,
    retries,
    answer: (answer, sentence) =>
      terminal.out(isJson ? `${JSON.stringify(answer, null, 2)}\n` : `${sentence}\n`),
    say: (sentence) => terminal.error(`${sentence}\n`),
  }
  await marketCommands[name as MarketCommand].run(given, place)
}

function parse(name: string, args: string[]): Given {
  const own: ParseArgsOptionsConfig =
    name === 'login'
      ? { url: { type: 'string' } }
      : name === 'keygen'
        ? {}
        : marketCommands[name as MarketCommand].options
  const options = {
    ...own,
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return { values: values as Values, words: positionals }
  } catch (error) {
    throw new UsageError(`${(error as Error).message.replace(/\.?$/, '.')}`)
  }
}
