/** One task of the synthesis engine, in the process it is given. */
import {
  checkTables,
  convertTable,
  evaluateAgainstModel,
  inspectTables,
  printTables,
  probeWarehouse,
  readModel,
  readTableFacts,
  SynthesisError,
} from '@semblance/synth/tasks'
import type { Announce, FromChild } from './messages.ts'
import { redrawTables } from './redraw.ts'
import { drawTables, sampleRows, synthesizeTables } from './run-synthesis.ts'
import type { CheckedTables, Task } from './service.ts'

/** Matches the messages of file system and DuckDB about a work directory without room. */
const DISK_FULL = /no space left on device|disk quota exceeded|max_temp_directory_size/i

/**
 * Runs a task and returns its outcome. A synthesis waits for `announce` before it counts anything, and again once all is
 * measured and kept in files. A refusal's reason is worded for the person who uploaded the files.
 */
export async function outcomeOf(
  task: Task,
  report: (progress: FromChild) => void,
  announce: Announce,
  signal?: AbortSignal,
): Promise<FromChild> {
  try {
    return { type: 'done', result: await run(task, report, announce, signal) }
  } catch (error) {
    if (error instanceof SynthesisError && error.code === 'unreachable')
      return { type: 'away', reason: error.message }
    if (error instanceof SynthesisError && error.code !== 'invalid_options')
      return {
        type: 'refused',
        reason: reasonOf(error),
        bySource: error.code === 'not_readable' || error.code === 'source_changed',
      }
    const { name, message, stack = '' } = error as Error
    // Before memory: DuckDB calls a spill for which the disk has no room out of memory, too.
    if (DISK_FULL.test(message)) return { type: 'disk_full' }
    if (/out of memory/i.test(message)) return { type: 'out_of_memory' }
    const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
    return { type: 'crashed', where: [name, ...frames].join('\n') }
  }
}

async function run(
  task: Task,
  report: (progress: FromChild) => void,
  announce: Announce,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  if (task.name === 'convert') return await convertTable(task)
  if (task.name === 'check') return await check(task)
  if (task.name === 'synthesize') return await synthesizeTables(task, report, announce, signal)
  if (task.name === 'sample') return await sampleRows(task)
  if (task.name === 'draw') return await drawTables(task, report, announce)
  if (task.name === 'redraw') return await redrawTables(task, report)
  if (task.name === 'probe') return await probeWarehouse(task.database, signal)
  const { inputPaths, tempDir, threads } = task
  if (task.name === 'print')
    return await printTables(inputPaths, { tempDir, threads, key: task.printKey })
  const { schema, printKey, database, describes = false } = task
  const input = {
    ...{ inputPaths, tempDir, describes },
    ...(schema && { schema }),
    ...(database && { database, ...(signal && { signal }) }),
  }
  return await inspectTables(inputPaths, { ...input, threads, ...(printKey && { printKey }) })
}

async function check(task: Extract<Task, { name: 'check' }>): Promise<CheckedTables> {
  const { tables, rules, files, modelPath, tempDir, threads } = task
  const findings = await checkTables({ tables, rules, tempDir })
  const facts: CheckedTables['facts'] = []
  for (const file of files)
    facts.push(await unlessRefused(() => readTableFacts(file, { tempDir, threads })))
  const twins = tables.map(({ path }) => path)
  const againstModel =
    modelPath &&
    (await unlessRefused(async () =>
      evaluateAgainstModel({ model: await readModel(modelPath), twins, tempDir, threads }),
    ))
  return { findings, facts, againstModel: againstModel || null }
}

/** Returns null where the engine refuses what it is given. */
async function unlessRefused<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof SynthesisError) return null
    throw error
  }
}

/** Returns the error's message with its place, unless the message names it. */
function reasonOf({ message, file, line }: SynthesisError): string {
  const own = file?.split(' > ').at(-1)
  const place = [
    file && own && !message.includes(own) ? file : null,
    line !== undefined && !/\bline \d/i.test(message) ? `line ${line}` : null,
  ].filter((part) => part !== null)
  return place.length > 0 ? `${place.join(', ')}: ${message}` : message
}
