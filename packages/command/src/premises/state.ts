/**
 * Keeps how far a delivery from own premises is, in a directory that its owner alone can read: what was measured stays there until
 * the platform has acknowledged it, so that nothing is measured twice.
 */
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '@semblance/synth/command-line'

/** Says what is delivered: the same at every call in a directory. */
export type Subject = {
  url: string
  contractId: string
  /** The ID of a source, or `new` and the name of one. */
  source: string
  inputs: string[]
  schema: string | null
}

export type State = Subject & {
  format: 1
  /** Names the measurement; the platform knows it once it was reserved. */
  id: string
  /** The source as it was reserved. */
  sourceId?: string
  /** SHA-256 of the input files when they were measured; null for a warehouse. */
  inputSha256s?: string[] | null
  /** Prints of the tables' rows. */
  rows?: string[]
  /** SHA-256 of the model, once it is measured. */
  model?: string
  twins?: { table: string; sha256: string }[]
  /** Cost of any row, once the twin is evaluated. */
  ledger?: { epsilon: number; delta: number; rho: number }
  /** The statement that was signed; kept until the platform has answered it. */
  statement?: string
}

export class StateDir {
  readonly #path: string
  /** True if no earlier call has made it: then nothing was reserved under its ID. */
  readonly isNew: boolean
  state: State

  private constructor(path: string, state: State, isNew: boolean) {
    this.#path = path
    this.isNew = isNew
    this.state = state
  }

  /** Opens a directory, new or of an earlier call. Throws UsageError for one of another delivery, or in use. */
  static async open(path: string, subject: Subject): Promise<StateDir> {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await chmod(path, 0o700)
    await lock(path)
    try {
      const known = await readState(path)
      const misfit = known && differenceOf(known, subject)
      if (misfit)
        throw new UsageError(
          `${path} belongs to another delivery: its ${misfit} differs. Name another directory by --state, or give that delivery up by --abandon.`,
        )
      const state = known ?? { ...subject, format: 1, id: randomUUID() }
      const dir = new StateDir(path, state, !known)
      if (!known) await dir.save({})
      return dir
    } catch (error) {
      await unlock(path)
      throw error
    }
  }

  file(name: 'model.semblance' | 'split.json' | 'reports.json' | 'twins'): string {
    return join(this.#path, name)
  }

  /** Notes how far the delivery is; on disk before this returns. */
  async save(change: Partial<State>): Promise<void> {
    this.state = { ...this.state, ...change }
    await this.write('state.json', `${JSON.stringify(this.state, null, 2)}\n`)
  }

  /** Writes a file whole, readable by its owner alone. */
  async write(name: string, content: string): Promise<void> {
    const draft = join(this.#path, `.${name}.${randomUUID()}`)
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, join(this.#path, name))
  }

  /** Lets another call go on. */
  async close(): Promise<void> {
    await unlock(this.#path)
  }

  /** Forgets all of it. */
  async remove(): Promise<void> {
    await rm(this.#path, { recursive: true, force: true })
  }
}

function differenceOf(known: State, subject: Subject): string | null {
  const names = {
    url: 'server',
    contractId: 'contract',
    source: 'source',
    schema: 'schema',
  } as const
  for (const [key, name] of Object.entries(names) as [keyof typeof names, string][])
    if (known[key] !== subject[key]) return name
  return known.inputs.join('\n') === subject.inputs.join('\n') ? null : 'input'
}

async function readState(path: string): Promise<State | null> {
  const text = await readFile(join(path, 'state.json'), 'utf8').catch(() => null)
  if (text === null) return null
  try {
    const state = JSON.parse(text) as State
    if (state.format === 1) return state
  } catch {
    // Written by something else.
  }
  throw new UsageError(
    `${path} holds no delivery of this command. Name another directory by --state.`,
  )
}

const lockOf = (path: string) => join(path, 'lock')

/** Throws UsageError while another process holds the directory; one that has died holds it no more. */
async function lock(path: string): Promise<void> {
  const pid = Number(await readFile(lockOf(path), 'utf8').catch(() => ''))
  if (pid > 0 && pid !== process.pid && isAlive(pid))
    throw new UsageError(`Process ${pid} delivers from ${path} already. Let it finish, or stop it.`)
  await rm(lockOf(path), { force: true })
  try {
    await writeFile(lockOf(path), String(process.pid), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new UsageError(`Another process delivers from ${path} already.`)
  }
}

const unlock = (path: string) => rm(lockOf(path), { force: true })

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
