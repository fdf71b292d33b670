import { openClient, type RetryOptions } from '@semblance/client'
import { UsageError } from '@semblance/synth/command-line'
import { findCredentials, saveCredentials } from '../credentials.ts'
import type { Terminal } from '../terminal.ts'

export const loginHelp = `Usage: semblance login [--url URL] [--json]

Asks for a key of the page Developers, or reads it from the standard input, checks it and keeps it in a
file that only you can read. SEMBLANCE_URL and SEMBLANCE_KEY are used instead where both are set.

  --url URL   where Semblance is served (default: that of the login before)

Example:
  semblance login --url https://semblance.example < key.txt
`

/** Keeps a key that the server accepts. Throws as a call does if it refuses it, and then keeps nothing. */
export async function login(
  {
    url: given,
    isJson,
    retries,
  }: { url: string | undefined; isJson: boolean; retries: RetryOptions },
  terminal: Terminal,
): Promise<void> {
  const url = readUrl(given ?? (await findCredentials(terminal.env).catch(() => null))?.url)
  const key = (await terminal.readSecret('Key: ')).trim()
  if (!key) throw new UsageError('No key was given.')
  const viewer = await openClient({ url, key, ...retries }).api.organizations.viewer()
  const path = await saveCredentials(terminal.env, { url, key })
  if (isJson) return terminal.out(`${JSON.stringify(viewer, null, 2)}\n`)
  terminal.out(
    `This key acts for ${viewer.organization?.name ?? 'no organization'}. ${path} has it.\n`,
  )
}

function readUrl(text: string | undefined): string {
  if (!text) throw new UsageError('Say with --url where Semblance is served.')
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new UsageError(`${text} is no address such as https://semblance.example.`)
  return text.replace(/\/+$/, '')
}
