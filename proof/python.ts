/** Provides a Python with published packages, in a virtual environment of the temporary folder that later runs find again. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Returns the path of its interpreter. `packages` are pinned, such as `delta-sharing==1.4.2`. Installs Debian's
 * package of Python where the machine has none and permits it. Throws an Error that says what failed.
 */
export function providePython(packages: string[]): string {
  const name = createHash('sha256').update(packages.join('\n')).digest('hex').slice(0, 12)
  const dir = join(tmpdir(), `semblance-python-${name}`)
  const python = join(dir, 'bin/python')
  const whole = join(dir, 'whole')
  if (existsSync(whole)) return python
  rmSync(dir, { recursive: true, force: true })
  if (spawnSync('python3', ['-m', 'venv', dir]).status !== 0) {
    run('apt-get', ['update', '-q'])
    run('apt-get', ['install', '-qy', '--no-install-recommends', 'python3-venv'])
    rmSync(dir, { recursive: true, force: true })
    run('python3', ['-m', 'venv', dir])
  }
  run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages])
  writeFileSync(whole, '')
  return python
}

function run(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
}
