import { UsageError } from '@semblance/synth/command-line'
import { makeSigningKey } from '../premises/signing-key.ts'
import type { Terminal } from '../terminal.ts'

export const keygenHelp = `Usage: semblance keygen FILE [--json]

Makes a key that signs what is measured on your premises, and writes it to a new file that only you can
read. Prints the public half: an administrator registers it on the page Developers, under Signing keys.
The file never leaves this machine; who has it can sign for your organization.

Example:
  semblance keygen signing-key.json
`

/** Makes a signing key, and prints what is registered of it. */
export async function keygen(
  { words: [path, ...more], isJson }: { words: string[]; isJson: boolean },
  { out, error }: Terminal,
): Promise<void> {
  if (path === undefined || more.length > 0) throw new UsageError('Name one file for the key.')
  const { jwk, kid } = await makeSigningKey(path)
  if (isJson) return out(`${JSON.stringify({ kid, jwk }, null, 2)}\n`)
  error(`${path} holds the private half. Register this public half on the page Developers:\n`)
  out(`${JSON.stringify(jwk)}\n`)
}
