import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { EarlierRun, SpentBudget } from '../model/private/spent-budget.ts'
import { SynthesisError } from '../schema/synthesis-error.ts'

const cost = z.number().nonnegative().nullable()
const privacy = z.object({ rhoSpent: cost, delta: cost })
/** Describes the part of a run's report that states its spent budget. */
const runReport = z.object({
  tables: z.array(z.object({ name: z.string(), published: z.object({ privacy }) })).nonempty(),
})

/**
 * Returns the budget that earlier runs spent, by their reports. Throws SynthesisError
 * `invalid_options` for a file that is no report.
 */
export function readEarlierRuns(reportPaths: string[]): Promise<EarlierRun[]> {
  return Promise.all(reportPaths.map(readEarlierRun))
}

async function readEarlierRun(reportPath: string): Promise<EarlierRun> {
  const report = runReport.safeParse(parse(await readFile(reportPath, 'utf8')))
  if (!report.success) {
    const file = path.basename(reportPath)
    const message = `${file} is no report of an earlier run: --spent-before takes the .json file that --report wrote.`
    throw new SynthesisError('invalid_options', message, { file })
  }
  const spent = report.data.tables.map(({ name, published }): [string, SpentBudget] => [
    name,
    published.privacy,
  ])
  return { tables: Object.fromEntries(spent) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
