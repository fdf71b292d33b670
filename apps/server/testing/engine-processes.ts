import { spawnSync } from 'node:child_process'

/** Lists the process IDs of the synthesis engine that this process has started. */
export function engineProcesses(): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
  return stdout
    .toString()
    .split('\n')
    .filter((line) => /engine\.worker\.[jt]s/.test(line))
    .map((line) => Number.parseInt(line, 10))
}
