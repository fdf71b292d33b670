/** Makes a Python with packages of its own, in a directory outside of the repository. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns the path of the interpreter. Throws an Error that says what to do where it cannot be made. */
export function providePython(...packages: string[]): { python: string; dir: string } {
  const dir = mkdtempSync(join(tmpdir(), 'semblance-python-'))
  const python = join(dir, 'bin/python')
  const steps = [
    ['python3', '-m', 'venv', dir],
    [python, '-m', 'pip', 'install', '-q', '--disable-pip-version-check', ...packages],
  ] as const
  for (const [command, ...args] of steps) {
    const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
    if (status !== 0)
      throw new Error(
        'Python is missing, or the package index does not answer. Install python3-venv (apt-get install python3-venv), then run this again.',
        { cause: error },
      )
  }
  return { python, dir }
}
