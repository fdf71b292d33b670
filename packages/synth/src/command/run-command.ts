import { SynthesisError } from '../schema/synthesis-error.ts'
import { againstModelCommand } from './against-model-command.ts'
import { type CommandArguments, parseCommandLine, UsageError } from './arguments.ts'
import { evaluateCommand } from './evaluate-command.ts'
import { helpOn } from './help.ts'
import { inspectCommand } from './inspect-command.ts'
import { measureCommand } from './measure-command.ts'
import { sampleCommand } from './sample-command.ts'
import { synthesizeCommand } from './synthesize-command.ts'
import type { Terminal } from './terminal.ts'

export const EXIT_CODES = { done: 0, failed: 1, usage: 2, refused: 3, interrupted: 130 } as const

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

/** File errors in words; anything else is a fault of the program and says where it is. */
function failure(cause: unknown): string {
  const { code, path } = cause as { code?: string; path?: string }
  const file = path ?? 'A file'
  if (code === 'ENOENT') return `${file} is not there.`
  if (code === 'EACCES' || code === 'EPERM') return `${file} may not be read or written.`
  if (code === 'EISDIR') return `${file} is a directory, not a file.`
  if (code === 'ENOSPC') return 'The disk is full.'
  return cause instanceof Error ? `Failed: ${cause.message}` : `Failed: ${cause}`
}
