/** Identifies a process among all that this machine runs until it restarts, so that its end is certain. */
import { readFileSync, readlinkSync } from 'node:fs'

/** Counts the fields of `/proc/PID/stat` between the name of the program and the time of its start. */
const START_FIELD = 20

/**
 * Returns the boot of this machine, the namespace of process IDs and the start of this process, with
 * spaces between; null where the system does not report them.
 */
export function readIdentity(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')} ${readStart(process.pid)}`
  } catch {
    return null
  }
}

/**
 * Returns true if the process of that identity has certainly ended: it ran in this boot of this
 * machine under the same IDs, and its ID is free or another process' now.
 */
export function hasEnded(pid: number, identity: string): boolean {
  const own = readIdentity()?.split(' ')
  const [boot, namespace, start] = identity.split(' ')
  if (!own || boot !== own[0] || namespace !== own[1]) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
  try {
    return readStart(pid) !== start
  } catch {
    return false // hidden from this user
  }
}

function readStart(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const start = stat.slice(stat.lastIndexOf(')') + 1).split(' ')[START_FIELD]
  if (!start) throw new Error(`The start of process ${pid} is not reported.`)
  return start
}
