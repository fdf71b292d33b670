import { readFile } from 'node:fs/promises'
import { UsageError } from '@semblance/synth/command-line'
import type { Terminal } from './terminal.ts'

/** Returns the object in a JSON file; `-` is the standard input. Amounts in cents become bigint. Throws UsageError. */
export async function readForm(
  path: string | undefined,
  { readInput }: Pick<Terminal, 'readInput'>,
): Promise<Record<string, unknown>> {
  if (path === undefined) throw new UsageError('Name a file with the form in JSON, or - for stdin.')
  const text = path === '-' ? await readInput() : await readFile(path, 'utf8')
  let form: unknown
  try {
    form = JSON.parse(text, toCents)
  } catch (error) {
    throw new UsageError(`${path} is no JSON: ${(error as Error).message}.`)
  }
  if (typeof form !== 'object' || form === null || Array.isArray(form))
    throw new UsageError(`${path} holds no JSON object.`)
  return form as Record<string, unknown>
}

function toCents(name: string, value: unknown): unknown {
  if (!name.endsWith('Cents') || typeof value !== 'number') return value
  if (!Number.isSafeInteger(value)) throw new Error(`${name} is no whole number of cents`)
  return BigInt(value)
}
