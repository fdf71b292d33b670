/**
 * Sends files by SFTP to a host whose key was confirmed before. A file is written under another name and then
 * renamed, so that its own name never stands for half of it.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { PushSecret, PushSettings } from '@semblance/contract'
import ssh2, { type SFTPWrapper } from 'ssh2'
import {
  type Connecting,
  connectionFailure,
  PushError,
  readSource,
  type Transport,
} from './transport.ts'

type SftpSettings = Extract<PushSettings, { kind: 'sftp' }>
type SftpSecret = Exclude<PushSecret, { by: 'secret_key' }>
type Host = Pick<SftpSettings, 'host' | 'port'>

/** Sets how long a host may take to show its key and to let the user in. */
const READY_MS = 20_000
const KEEPALIVE_MS = 10_000

/** Returns the fingerprint of a host key as `ssh-keygen -l` prints it. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/** Throws a PushError for a private key that cannot be read, or does not open. */
export function checkSecret(secret: SftpSecret): void {
  if (secret.by === 'password') return
  const parsed = ssh2.utils.parseKey(secret.privateKey, secret.passphrase ?? undefined)
  const [first] = Array.isArray(parsed) ? parsed : [parsed]
  if (!first || first instanceof Error || !first.isPrivateKey())
    throw new PushError('key_unreadable')
}

/** Returns the key that a host shows, and says nothing to it. */
export async function readHostKey(
  at: Host,
  connecting: Connecting,
): Promise<{ hostKey: string; algorithm: string }> {
  let shown: Buffer | undefined
  const client = new ssh2.Client()
  const socket = await dial(at, connecting)
  const ended = new Promise<void>((resolve, reject) => {
    client.on('error', (error) => (shown ? resolve() : reject(error)))
    client.once('close', () => resolve())
  })
  try {
    client.connect({
      sock: socket,
      username: 'semblance',
      readyTimeout: READY_MS,
      hostVerifier: (key: Buffer) => {
        shown = key
        return false
      },
    })
    await ended
  } catch (error) {
    throw connectionFailure(error, connecting.signal.aborted ? 'timeout' : 'unreachable')
  } finally {
    end(client, socket)
  }
  if (!shown) throw new PushError(connecting.signal.aborted ? 'timeout' : 'unreachable')
  return { hostKey: fingerprintOf(shown), algorithm: algorithmOf(shown) }
}

/** A key begins with the length of its type's name, and the name. */
function algorithmOf(key: Buffer): string {
  const length = key.readUInt32BE(0)
  return key.subarray(4, 4 + Math.min(length, 60)).toString('latin1')
}

/** Signs in, and is ready for files. Throws PushError. */
export async function openSftp(
  settings: SftpSettings,
  secret: SftpSecret,
  connecting: Connecting,
): Promise<Transport> {
  checkSecret(secret)
  const client = new ssh2.Client()
  const socket = await dial(settings, connecting)
  let isConfirmed = true
  const failed = new Promise<never>((_, reject) => {
    client.on('error', (error: Error & { level?: string }) => {
      if (!isConfirmed) reject(new PushError('host_key_differs'))
      else if (error.level === 'client-authentication')
        reject(new PushError('credentials_refused', { cause: error }))
      else reject(error)
    })
    client.once('close', () => reject(new PushError('interrupted')))
    connecting.signal.addEventListener('abort', () => reject(new PushError('timeout')))
  })
  failed.catch(() => {}) // also when nothing waits for it
  const ask = async <T>(work: Promise<T>, otherwise: 'interrupted' | 'unreachable'): Promise<T> => {
    try {
      return await Promise.race([work, failed])
    } catch (error) {
      throw connectionFailure(error, otherwise)
    }
  }
  try {
    const ready = once(client, 'ready')
    ready.catch(() => {})
    client.connect({
      sock: socket,
      username: settings.username,
      ...(secret.by === 'password'
        ? { password: secret.password }
        : { privateKey: secret.privateKey, passphrase: secret.passphrase ?? undefined }),
      readyTimeout: READY_MS,
      keepaliveInterval: KEEPALIVE_MS,
      hostVerifier: (key: Buffer) => {
        isConfirmed = fingerprintOf(key) === settings.hostKey
        return isConfirmed
      },
    })
    await ask(ready, 'unreachable')
    const sftp = await ask(promisify<SFTPWrapper>(client.sftp.bind(client))(), 'interrupted')
    return transportOf(sftp, { settings, connecting, ask, close: () => end(client, socket) })
  } catch (error) {
    end(client, socket)
    throw error
  }
}

type Opened = {
  settings: SftpSettings
  connecting: Connecting
  ask: <T>(work: Promise<T>, otherwise: 'interrupted') => Promise<T>
  close: () => void
}

function transportOf(sftp: SFTPWrapper, { settings, connecting, ask, close }: Opened): Transport {
  const rootOf = settings.folder.startsWith('/') ? '/' : ''
  const base = settings.folder.split('/').filter((part) => part !== '')
  const pathOf = (parts: readonly string[]) => rootOf + [...base, ...parts].join('/')
  const made = new Set<string>()
  const makeFolder = async (folder: readonly string[]) => {
    const parts = [...base, ...folder]
    for (let count = 1; count <= parts.length; count++) {
      const path = rootOf + parts.slice(0, count).join('/')
      if (made.has(path)) continue
      await ensureFolder(sftp, path)
      made.add(path)
    }
  }
  const put: Transport['put'] = async (folder, file) => {
    await makeFolder(folder)
    const path = pathOf([...folder, file.name])
    const part = `${path}.part`
    const target = sftp.createWriteStream(part, { flags: 'w', mode: 0o600 })
    await pipeline(
      Readable.from(noting(readSource(file), connecting.onProgress), { objectMode: false }),
      target,
      { signal: connecting.signal },
    ).catch((error) => throwStatus(error, 'write_refused'))
    const { size } = await promisify(sftp.stat.bind(sftp))(part)
    if (size !== file.bytes) throw new PushError('altered')
    await replace(sftp, part, path)
  }
  return {
    put: (folder, file) => ask(put(folder, file), 'interrupted'),
    remove: async (folder, name) => {
      const removed = promisify(sftp.unlink.bind(sftp))(pathOf([...folder, name]))
      await ask(removed, 'interrupted').catch(() => {})
    },
    close,
  }
}

async function* noting(source: AsyncIterable<Buffer>, onProgress: (bytes: number) => void) {
  for await (const part of source) {
    yield part
    onProgress(part.length)
  }
}

async function ensureFolder(sftp: SFTPWrapper, path: string): Promise<void> {
  const isThere = async () => {
    const found = await promisify(sftp.stat.bind(sftp))(path)
    return found.isDirectory()
  }
  if (await isThere().catch(() => false)) return
  try {
    await promisify(sftp.mkdir.bind(sftp) as (path: string, done: Done) => void)(path)
  } catch (error) {
    if (await isThere().catch(() => false)) return // another one has made it
    throwStatus(error, 'folder_missing')
  }
}

/** Renames over a file that is there; hosts without the extension first remove it. */
async function replace(sftp: SFTPWrapper, from: string, to: string): Promise<void> {
  const rename = promisify(sftp.rename.bind(sftp) as (a: string, b: string, done: Done) => void)
  const posix = promisify(
    sftp.ext_openssh_rename.bind(sftp) as (a: string, b: string, done: Done) => void,
  )
  try {
    await posix(from, to)
  } catch {
    await promisify(sftp.unlink.bind(sftp))(to).catch(() => {})
    await rename(from, to).catch((error) => throwStatus(error, 'write_refused'))
  }
}
type Done = (error: Error | null | undefined) => void

/** Status codes of https://datatracker.ietf.org/doc/html/draft-ietf-secsh-filexfer-02#section-7, as servers send them. */
const NO_SUCH_FILE = 2
const PERMISSION_DENIED = 3
const FAILURE = 4
/** Lists status codes for a full disk from later versions of the protocol, which some servers send. */
const NO_SPACE = new Set<unknown>([14, 15])

/** Throws what a status of the host means; `failure` for one that says nothing more. */
function throwStatus(error: unknown, failure: 'write_refused' | 'folder_missing'): never {
  const { code } = (error ?? {}) as { code?: unknown }
  if (code === PERMISSION_DENIED) throw new PushError('not_permitted', { cause: error })
  if (code === NO_SUCH_FILE) throw new PushError('folder_missing', { cause: error })
  if (NO_SPACE.has(code)) throw new PushError('no_room', { cause: error })
  if (code === FAILURE) throw new PushError(failure, { cause: error })
  throw error
}

/** Connects to an address that the guard lets through; the very one that it has looked at. */
async function dial({ host, port }: Host, { guard, signal }: Connecting): Promise<Socket> {
  const url = new URL(`https://${host.includes(':') ? `[${host}]` : host}:${port}`)
  const name = url.hostname.replace(/^\[|\]$/g, '')
  try {
    guard.check(url)
    signal.throwIfAborted()
    const socket = connect({ host: name, port, noDelay: true, lookup: guard.lookupFor(url) })
    socket.on('error', () => {}) // reported below, and by the client; without it the process would end
    const abort = () => socket.destroy(new PushError('timeout'))
    signal.addEventListener('abort', abort, { once: true })
    await once(socket, 'connect', { signal })
    return socket
  } catch (error) {
    throw connectionFailure(error, signal.aborted ? 'timeout' : 'unreachable')
  }
}

function end(client: ssh2.Client, socket: Socket): void {
  client.on('error', () => {})
  client.end()
  socket.destroy()
}
