import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { node, root } from './prepare.mjs'

/** Runs a server on the pinned Node until it ends, and ends as it did; signals are passed on. */
export function runServer(script) {
  const child = spawn(node, [join(root, script)], { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
}
