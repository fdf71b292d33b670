/** One process per port and per data directory, each refusal with what to do about it. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Throws if another program listens on `port`. Called before anything is started. */
export async function assertPortFree(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(
              `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
            )
          : error,
      ),
    )
    probe.listen(port, () => probe.close(() => resolve()))
  })
}

/**
 * Locks `dataDir` for this process and returns the function that unlocks it. A lock held by the parent
 * process covers this one. Throws if another Semblance works in `dataDir`.
 */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, 'server.pid')
  if (existsSync(path)) {
    const pid = Number(readFileSync(path, 'utf8'))
    if (pid === process.ppid && isOwned(pid)) return () => {}
    if (pid !== process.pid && isOwned(pid))
      throw new Error(
        `Semblance already runs on ${dataDir} (process ${pid}). Stop it, or set DATA_DIR to another directory.`,
      )
  }
  writeFileSync(path, String(process.pid))
  return () => rmSync(path, { force: true })
}

/**
 * Returns true if the process is a server of ours. A process number left by a crash may belong to
 * another program now.
 */
function isOwned(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const commandLine = `/proc/${pid}/cmdline`
  return !existsSync(commandLine) || /main\.ts|dev-loop\.ts/.test(readFileSync(commandLine, 'utf8'))
}
