/** Watches the memory of another process. */
import { type ChildProcess, execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const INTERVAL_MS = 250
const KIB_PER_MIB = 1024

/** Calls `stop` once the process takes more than `limitMb`; natively allocated memory counts, too. */
export function watchMemory({ pid }: ChildProcess, limitMb: number, stop: () => void) {
  let isExceeded = false
  let isLooking = false
  const look = async () => {
    if (isLooking || pid === undefined) return
    isLooking = true
    const taken = await residentMb(pid).catch(() => 0) // it has just ended
    isLooking = false
    if (taken <= limitMb || isExceeded) return
    isExceeded = true
    stop()
  }
  const timer = setInterval(() => void look(), INTERVAL_MS)
  return { wasExceeded: () => isExceeded, stop: () => clearInterval(timer) }
}

async function residentMb(pid: number): Promise<number> {
  if (process.platform === 'linux') {
    const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kib ?? 0) / KIB_PER_MIB
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / KIB_PER_MIB
}
