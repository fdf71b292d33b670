/** An SFTP server of this process with its files in memory, which fails as a test says. */
import type { AddressInfo, Server as NetServer } from 'node:net'
import ssh2, { type AuthContext, type Connection, type SFTPWrapper } from 'ssh2'
import { afterAll } from 'vitest'
import { fingerprintOf } from '../../src/delivery/pushes/transports/sftp.ts'

const { STATUS_CODE: STATUS, OPEN_MODE } = ssh2.utils.sftp

type Fault = { at: number; as: 'full' | 'cut' } | null

export type SftpServer = {
  port: number
  hostKey: string
  password: string
  /** A key that the server lets in. */
  privateKey: string
  files: Map<string, Buffer>
  /** Has the server fail once so many bytes of a file have arrived; null: no more. */
  failWith: (fault: Fault) => void
  /** Lets in with another password alone from now on. */
  changePassword: (next: string) => void
  /** Shows another host key from now on. */
  changeHostKey: () => void
  /** Refuses connections, or accepts them again. */
  setAway: (isAway: boolean) => Promise<void>
  /** Has the server do something before it takes a file; null: nothing more. */
  beforeFile: (work: (() => Promise<unknown>) | null) => void
  /** Counts the files that were begun. */
  begun: () => number
}

/** Makes a key pair; the library now and then writes one that it cannot read. */
function newKey() {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519')
    if (!(ssh2.utils.parseKey(pair.private) instanceof Error)) return pair
  }
}

const hostKeyOf = (privateKey: string) => {
  const parsed = ssh2.utils.parseKey(privateKey)
  if (parsed instanceof Error) throw parsed
  return fingerprintOf(parsed.getPublicSSH())
}

export async function useSftpServer(): Promise<SftpServer> {
  const files = new Map<string, Buffer>()
  const folders = new Set<string>(['/', '/in'])
  const user = newKey()
  const password = 'sftp-password-of-a-test'
  let expected = password
  let host = newKey()
  let fault: Fault = null
  let begun = 0
  let before: (() => Promise<unknown>) | null = null
  const connections = new Set<Connection>()
  let server: { listen: NetServer['listen']; close: NetServer['close']; address: () => unknown }
  const admit = (context: AuthContext) => {
    if (context.username !== 'semblance') return context.reject()
    if (context.method === 'password' && context.password === expected) return context.accept()
    if (context.method !== 'publickey') return context.reject(['password', 'publickey'])
    const known = ssh2.utils.parseKey(user.public)
    if (known instanceof Error || !known.getPublicSSH().equals(context.key.data))
      return context.reject()
    if (context.signature && context.blob)
      return known.verify(context.blob, context.signature, context.hashAlgo) === true
        ? context.accept()
        : context.reject()
    context.accept()
  }
  const serve = (sftp: SFTPWrapper, connection: Connection) => {
    const open = new Map<number, string>()
    let next = 0
    const statOf = (id: number, path: string) => {
      const content = files.get(path)
      if (content) return sftp.attrs(id, attrs(0o100600, content.length))
      if (folders.has(path)) return sftp.attrs(id, attrs(0o040700, 0))
      sftp.status(id, STATUS.NO_SUCH_FILE)
    }
    sftp.on('OPEN', async (id, path, flags) => {
      await before?.()
      const folder = path.slice(0, path.lastIndexOf('/')) || '/'
      if (!folders.has(folder)) return sftp.status(id, STATUS.NO_SUCH_FILE)
      if (path.startsWith('/locked')) return sftp.status(id, STATUS.PERMISSION_DENIED)
      if (flags & OPEN_MODE.TRUNC) files.set(path, Buffer.alloc(0))
      begun += 1
      const handle = Buffer.alloc(4)
      handle.writeUInt32BE(next)
      open.set(next, path)
      next += 1
      sftp.handle(id, handle)
    })
    sftp.on('WRITE', (id, handle, offset, data) => {
      const path = open.get(handle.readUInt32BE(0)) ?? ''
      const before = files.get(path) ?? Buffer.alloc(0)
      if (fault && offset + data.length > fault.at) {
        if (fault.as === 'full') return sftp.status(id, STATUS.FAILURE)
        connection.end()
        return
      }
      files.set(path, Buffer.concat([before.subarray(0, offset), data]))
      sftp.status(id, STATUS.OK)
    })
    sftp.on('CLOSE', (id) => sftp.status(id, STATUS.OK))
    sftp.on('STAT', statOf)
    sftp.on('LSTAT', statOf)
    sftp.on('FSTAT', (id, handle) => statOf(id, open.get(handle.readUInt32BE(0)) ?? ''))
    sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS.OK))
    sftp.on('MKDIR', (id, path) => {
      if (path.startsWith('/locked')) return sftp.status(id, STATUS.PERMISSION_DENIED)
      folders.add(path)
      sftp.status(id, STATUS.OK)
    })
    sftp.on('REMOVE', (id, path) =>
      sftp.status(id, files.delete(path) ? STATUS.OK : STATUS.NO_SUCH_FILE),
    )
    sftp.on('RENAME', (id, from, to) => {
      const content = files.get(from)
      if (!content || files.has(to)) return sftp.status(id, STATUS.FAILURE)
      files.set(to, content)
      files.delete(from)
      sftp.status(id, STATUS.OK)
    })
  }
  const start = async (port: number) => {
    const made = new ssh2.Server({ hostKeys: [host.private] }, (connection) => {
      // Left out of the published types.
      ;(connection as Connection & { setNoDelay: (isOn: boolean) => void }).setNoDelay(true)
      connections.add(connection)
      connection.on('error', () => {})
      connection.once('close', () => connections.delete(connection))
      connection.on('authentication', admit)
      connection.on('session', (accept) => {
        const session = accept()
        session.on('sftp', (acceptSftp) => serve(acceptSftp(), connection))
      })
    })
    await new Promise<void>((resolve) => made.listen(port, '127.0.0.1', resolve))
    server = made as never
    return (made.address() as AddressInfo).port
  }
  const stop = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const connection of connections) connection.end()
    await closed
  }
  const port = await start(0)
  afterAll(stop)
  const made: SftpServer = {
    port,
    hostKey: hostKeyOf(host.private),
    password,
    privateKey: user.private,
    files,
    failWith: (next) => {
      fault = next
    },
    changePassword: (next) => {
      expected = next
    },
    changeHostKey: () => {
      host = newKey()
    },
    setAway: async (isAway) => void (isAway ? await stop() : await start(port)),
    begun: () => begun,
    beforeFile: (work) => {
      before = work
    },
  }
  return made
}

const attrs = (mode: number, size: number) => ({ mode, size, uid: 0, gid: 0, atime: 0, mtime: 0 })
