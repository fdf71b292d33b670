/** Starts the SFTP server of OpenSSH, with an account of its own on this machine. Needs root, and installs Debian's package. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const SERVER = '/usr/sbin/sshd'
/** Keeps servers since 9.8 from shutting out an address that fails to sign in, as a test does on purpose. */
const LENIENT = 'PerSourcePenalties no\n'
const USER = `semblance-${process.pid}`

export type Sshd = {
  port: number
  username: string
  password: string
  /** Holds what the server lets in by, as `ssh-keygen` wrote it. */
  privateKey: string
  /** Holds a key of the same kind that it does not let in. */
  otherKey: string
  /** Returns the fingerprint of the host key, as `ssh-keygen -l` prints it. */
  hostKey: () => string
  /** Returns the path of a new folder of the account. */
  makeFolder: (name: string) => string
  /** Returns the path of a folder that has room for so many KiB. */
  makeSmallFolder: (name: string, kilobytes: number) => string
  /** Starts the server again with another host key. */
  changeHostKey: () => Promise<void>
  stop: () => void
}

function provideServer(): void {
  if (process.getuid?.() !== 0) throw new Error('An account for OpenSSH is made as root alone.')
  if (existsSync(SERVER)) return
  for (const args of [
    ['update', '-q'],
    ['install', '-qy', '--no-install-recommends', 'openssh-server'],
  ])
    spawnSync('apt-get', args, { stdio: 'inherit' })
  if (!existsSync(SERVER))
    throw new Error('OpenSSH is missing: apt-get install openssh-server, then run this again.')
}

export async function startSshd(): Promise<Sshd> {
  provideServer()
  const dir = mkdtempSync(join(tmpdir(), 'semblance-sshd-'))
  chmodSync(dir, 0o755)
  const home = join(dir, 'home')
  const password = 'A password of a test, 7!'
  run('useradd', ['--no-create-home', '--home-dir', home, '--shell', '/bin/sh', USER])
  run('chpasswd', [], `${USER}:${password}\n`)
  const makeFolder = (name: string) => {
    const path = join(home, name)
    mkdirSync(path, { recursive: true })
    run('chown', [USER, path])
    return path
  }
  makeFolder('')
  const makeKey = (name: string) => {
    const path = join(dir, name)
    run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path])
    return path
  }
  const [own, other, firstHost, secondHost] = ['own', 'other', 'host1', 'host2'].map(makeKey)
  let host = firstHost
  const port = await freePort()
  let server: ChildProcess | undefined
  const start = async () => {
    const config = join(dir, 'config')
    const lines = configOf({ port, host, dir, keys: `${own}.pub` })
    writeFileSync(config, `${LENIENT}${lines}`)
    if (spawnSync(SERVER, ['-t', '-f', config]).status !== 0) writeFileSync(config, lines)
    mkdirSync('/run/sshd', { recursive: true })
    server = spawn(SERVER, ['-D', '-f', config, '-E', join(dir, 'log')])
    for (let tries = 0; tries < 200; tries++) {
      if (spawnSync('ssh-keyscan', ['-T', '1', '-p', String(port), '127.0.0.1']).stdout.length > 0)
        return
      await sleep(50)
    }
    throw new Error(`OpenSSH did not start: ${readFileSync(join(dir, 'log'), 'utf8')}`)
  }
  const end = () => void server?.kill()
  await start()
  const mounts: string[] = []
  return {
    ...{ port, username: USER, password, makeFolder },
    privateKey: run('cat', [own ?? '']),
    otherKey: run('cat', [other ?? '']),
    hostKey: () => run('ssh-keygen', ['-l', '-f', `${host}.pub`]).split(' ')[1] ?? '',
    makeSmallFolder: (name, kilobytes) => {
      const path = makeFolder(name)
      run('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k,uid=${USER}`, 'tmpfs', path])
      mounts.push(path)
      return path
    },
    changeHostKey: async () => {
      end()
      host = secondHost
      await start()
    },
    stop: () => {
      end()
      for (const path of mounts) spawnSync('umount', ['--lazy', path])
      spawnSync('userdel', ['--force', USER])
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

type ConfigFacts = { port: number; host: string | undefined; dir: string; keys: string }

/** Lets in the one account, for SFTP alone. */
const configOf = ({ port, host, dir, keys }: ConfigFacts) => `
Port ${port}
ListenAddress 127.0.0.1
HostKey ${host}
PidFile ${join(dir, 'pid')}
AuthorizedKeysFile ${keys}
StrictModes no
UsePAM no
PasswordAuthentication yes
KbdInteractiveAuthentication no
AllowUsers ${USER}
Subsystem sftp internal-sftp
ForceCommand internal-sftp
`

function run(command: string, args: string[], input = ''): string {
  return execFileSync(command, args, { input, encoding: 'utf8' })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (at === null || typeof at === 'string') throw new Error('No port is free.')
  return at.port
}
