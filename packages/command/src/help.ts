import { commandSummaries } from '@semblance/synth/command-line'
import { keygenHelp } from './commands/keygen.ts'
import { loginHelp } from './commands/login.ts'
import { marketCommands } from './market-commands.ts'

const lines = (summaries: Record<string, string>) =>
  Object.entries(summaries)
    .map(([name, summary]) => `  ${name.padEnd(11)} ${summary}`)
    .join('\n')

const market = {
  login: 'keep a key of the page Developers for the commands below',
  keygen: 'make a key that signs what is measured on your premises',
  ...Object.fromEntries(
    Object.entries(marketCommands).map(([name, { summary }]) => [name, summary]),
  ),
}

/** Lists all commands. */
export const generalHelp = `Usage: semblance COMMAND ...

Trade on Semblance, from a program or a terminal:

${lines(market)}

Make synthetic twins of tables on this machine, differentially private by default:

${lines(commandSummaries)}

semblance COMMAND --help tells more and gives examples. Commands of the first group print the API's answer
with --json.

Exit codes: 0 done; 1 refused, with the reason; 2 the command line makes no sense; 3 no answer from the
server; 4 failed on this machine; 130 interrupted.
`

/** Returns the help of a command of the marketplace, null for any other word. */
export function marketHelp(name: string): string | null {
  if (name === 'login') return loginHelp
  if (name === 'keygen') return keygenHelp
  return Object.hasOwn(marketCommands, name)
    ? marketCommands[name as keyof typeof marketCommands].help
    : null
}
