/** One process per port and per data directory, each refusal with what to do about it. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Throws when another program listens on `port`; asked before anything is started. */
export async function claimPort(port: number): Promise<void> {
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

/** Throws when another Semblance works in `dataDir`; returns what gives the directory free again. */
export function claimDataDir(dataDir: string): () => void {
  const path = join(dataDir, 'server.pid')
  if (existsSync(path)) {
    const pid = Number(readFileSync(path, 'utf8'))
    if (pid !== process.pid && isOurs(pid))
      throw new Error(
        `Semblance already runs on ${dataDir} (process ${pid}). Stop it, or set DATA_DIR to another directory.`,
      )
  }
  writeFileSync(path, String(process.pid))
  return () => rmSync(path, { force: true })
}

/** A process number left by a crash may belong to somebody else by now. */
function isOurs(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const commandLine = `/proc/${pid}/cmdline`
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('main.ts')
}
