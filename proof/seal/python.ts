/** Finds Python, or installs Debian's package of it, and gives it an environment with pyHanko. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const requirements = join(import.meta.dirname, 'requirements.txt')

/** Returns the path of a Python that has pyHanko; made once on a machine. Throws an Error that says what is missing. */
export function providePyHanko(): string {
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)
  const dir = join(tmpdir(), `semblance-pyhanko-${version}`)
  const python = join(dir, 'bin', 'python')
  if (existsSync(python) && hasPyHanko(python)) return python
  rmSync(dir, { recursive: true, force: true })
  if (!makeEnvironment(dir)) {
    for (const args of [
      ['update', '-q'],
      ['install', '-qy', '--no-install-recommends', 'python3-venv'],
    ])
      spawnSync('apt-get', args, { stdio: 'inherit' })
    rmSync(dir, { recursive: true, force: true })
    if (!makeEnvironment(dir))
      throw new Error(
        'Python is missing. Install it (apt-get install python3-venv), then run this again.',
      )
  }
  spawnSync(python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements], {
    stdio: 'inherit',
  })
  if (!hasPyHanko(python)) throw new Error('pyHanko could not be installed from PyPI.')
  return python
}

const makeEnvironment = (dir: string) => spawnSync('python3', ['-m', 'venv', dir]).status === 0

const hasPyHanko = (python: string) =>
  spawnSync(python, ['-c', 'import pyhanko.sign.validation']).status === 0
