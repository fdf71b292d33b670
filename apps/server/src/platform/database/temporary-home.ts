/** Directories of temporary clusters: in memory where the system has room for them there. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Is a file system in memory on Linux; a container's own is often too small. */
const MEMORY_DIR = '/dev/shm'
/** Holds far more than some databases of 16 MB and a write-ahead log of about 128 MB. */
const MEMORY_BYTES = 2 * 1024 ** 3
const PREFIX = 'semblance-cluster-'

/**
 * Makes a directory for a cluster that need not survive. Making a database there costs a tenth of
 * what it costs on a disk. Removes those in memory whose process was killed.
 */
export function makeTemporaryHome(memoryDir = MEMORY_DIR): string {
  sweep(memoryDir)
  const root = hasRoom(memoryDir) ? memoryDir : tmpdir()
  return mkdtempSync(join(root, `${PREFIX}${process.pid}-`))
}

function hasRoom(dir: string): boolean {
  if (!existsSync(dir)) return false
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize >= MEMORY_BYTES
}

function sweep(dir: string): void {
  if (!existsSync(dir)) return
  for (const name of readdirSync(dir)) {
    if (!name.startsWith(PREFIX)) continue
    const home = join(dir, name)
    if (isRunning(Number.parseInt(name.slice(PREFIX.length), 10)) || isServed(home)) continue
    rmSync(home, { recursive: true, force: true })
  }
}

/** Returns true while the PostgreSQL of a directory runs. */
function isServed(home: string): boolean {
  const pidFile = join(home, 'cluster', 'postmaster.pid')
  return existsSync(pidFile) && isRunning(Number.parseInt(readFileSync(pidFile, 'utf8'), 10))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
