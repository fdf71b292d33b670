import { SynthesisError } from '../schema/synthesis-error.ts'
import { againstModelCommand } from './against-model-command.ts'
import { type CommandArguments, parseCommandLine } from './arguments.ts'
import { evaluateCommand } from './evaluate-command.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { failure } from './failure.ts'
import { helpOn } from './help.ts'
import { inspectCommand } from './inspect-command.ts'
import { measureCommand } from './measure-command.ts'
import { sampleCommand } from './sample-command.ts'
import { synthesizeCommand } from './synthesize-command.ts'
import type { Terminal } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/** Runs a command line (without node and script) and returns its exit code. */
export async function runCommand(words: string[], terminal: Terminal): Promise<number> {
  try {
    await run(parseCommandLine(words), terminal)
    return EXIT_CODES.done
  } catch (cause) {
    const { message, code } = explain(cause)
    terminal.error(`${message}\n`)
    return code
  }
}

async function run(args: CommandArguments, terminal: Terminal): Promise<void> {
  switch (args.command) {
    case 'help':
      return terminal.out(helpOn(args.topic))
    case 'synthesize':
      return synthesizeCommand(args, terminal)
    case 'measure':
      return measureCommand(args, terminal)
    case 'sample':
      return sampleCommand(args, terminal)
    case 'inspect':
      return inspectCommand(args, terminal)
    case 'evaluate':
      return evaluateCommand(args, terminal)
    case 'evaluate-against-model':
      return againstModelCommand(args, terminal)
  }
}

function explain(cause: unknown): { message: string; code: number } {
  if (cause instanceof UsageError) {
    return {
      message: `${cause.message} semblance --help tells more.`,
      code: EXIT_CODES.usage,
    }
  }
  if (cause instanceof SynthesisError) {
    return cause.code === 'aborted'
      ? { message: 'Interrupted; nothing was written.', code: EXIT_CODES.interrupted }
      : { message: `${cause.message} (${cause.code})`, code: EXIT_CODES.refused }
  }
  return { message: failure(cause), code: EXIT_CODES.failed }
}
