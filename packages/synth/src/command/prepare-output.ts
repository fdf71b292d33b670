import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { SynthesisError } from '../schema/synthesis-error.ts'

/** Places the twins of a run at their destination, whole. */
export type Output = {
  /** A directory next to the destination, for unfinished files. */
  workDir: string
  /** Moves finished twins to their places, which it returns. */
  place: (twins: { name: string; path: string }[]) => Promise<string[]>
  /** Removes what was not placed. */
  clean: () => Promise<void>
}

/**
 * Prepares `out`: a file for one twin; a directory for several, or if it is one or ends with a slash. Throws SynthesisError
 * `invalid_options` if it is one of the inputs, or a file although there are several.
 */
export async function prepareOutput(out: string, inputPaths: string[]): Promise<Output> {
  const target = path.resolve(out)
  if (inputPaths.some((input) => path.resolve(input) === target)) {
    throw new SynthesisError('invalid_options', `${out} is the input: write the twin elsewhere.`)
  }
  if (inputPaths.length > 1 && (await stat(target).catch(() => null))?.isFile())
    throw notOneFile(out)
  await mkdir(path.dirname(target), { recursive: true })
  const workDir = await mkdtemp(path.join(path.dirname(target), '.semblance-'))
  return {
    workDir,
    async place(twins) {
      const isDirectory = /[/\\]$/.test(out) || twins.length > 1 || (await isDirectoryAt(target))
      if (!isDirectory) {
        await rename(twins[0]!.path, target)
        return [out]
      }
      await makeDirectory(target, out)
      const placed: string[] = []
      for (const { name, path: from } of twins) {
        await rename(from, path.join(target, `${name}.csv`))
        placed.push(path.join(out, `${name}.csv`))
      }
      return placed
    },
    clean: () => rm(workDir, { recursive: true, force: true }),
  }
}

async function isDirectoryAt(target: string): Promise<boolean> {
  return (await stat(target).catch(() => null))?.isDirectory() ?? false
}

async function makeDirectory(target: string, out: string): Promise<void> {
  await mkdir(target, { recursive: true }).catch(() => {
    throw notOneFile(out)
  })
}

function notOneFile(out: string): SynthesisError {
  return new SynthesisError(
    'invalid_options',
    `There are several tables, so ${out} has to be a directory, but it is a file.`,
  )
}

/** Writes a file that appears whole or not at all. */
export function writeWhole(filePath: string, content: string): Promise<void> {
  return placeWhole(filePath, (file) => writeFile(file, content))
}

/** Moves what `write` writes to its place when it is complete. */
export async function placeWhole(
  filePath: string,
  write: (file: string) => Promise<void>,
): Promise<void> {
  const dir = await mkdtemp(path.join(path.dirname(path.resolve(filePath)), '.semblance-'))
  try {
    await write(path.join(dir, 'file'))
    await rename(path.join(dir, 'file'), filePath)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
