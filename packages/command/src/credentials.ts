/** Keeps the key of a login in a file that its owner alone can read. */
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { UsageError } from '@semblance/synth/command-line'

type Env = Record<string, string | undefined>

/** Names a server and the key by which a program acts there. */
export type Credentials = { url: string; key: string }

export const credentialsPath = (env: Env): string =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'semblance/credentials.json')

/** Writes the file whole, readable by its owner alone from its first byte on. Returns its path. */
export async function saveCredentials(env: Env, credentials: Credentials): Promise<string> {
  const path = credentialsPath(env)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600) // the umask may have taken rights away
  await rename(draft, path)
  return path
}

/**
 * Returns what SEMBLANCE_URL and SEMBLANCE_KEY name, or else the login's. Throws UsageError without a login,
 * and for a file that others can read.
 */
export async function findCredentials(env: Env): Promise<Credentials> {
  const { SEMBLANCE_URL, SEMBLANCE_KEY } = env
  if (SEMBLANCE_URL && SEMBLANCE_KEY) return { url: SEMBLANCE_URL, key: SEMBLANCE_KEY }
  const path = credentialsPath(env)
  const found = await stat(path).catch(() => null)
  if (!found)
    throw new UsageError('Run semblance login first, or set SEMBLANCE_URL and SEMBLANCE_KEY.')
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new UsageError(`${path} can be read by others. Run chmod 600 on it, or log in again.`)
  return readCredentials(await readFile(path, 'utf8'), path)
}

function readCredentials(text: string, path: string): Credentials {
  try {
    const { url, key } = JSON.parse(text)
    if (typeof url === 'string' && typeof key === 'string') return { url, key }
  } catch {
    // Written by something else.
  }
  throw new UsageError(`${path} holds no login. Run semblance login again.`)
}
