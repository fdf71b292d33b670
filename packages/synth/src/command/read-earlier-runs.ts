import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { EarlierRun, SpentBudget } from '../model/private/spent-budget.ts'
import { MODEL_EXTENSION, readModel } from '../run/released/model-file.ts'
import { SynthesisError } from '../schema/synthesis-error.ts'

const cost = z.number().nonnegative().nullable()
const privacy = z.object({ rhoSpent: cost, delta: cost })
/** Describes the part of a run's report that states its spent budget. */
const runReport = z.object({
  tables: z.array(z.object({ name: z.string(), published: z.object({ privacy }) })).nonempty(),
})

/**
 * Returns the budget that earlier runs spent, by their reports or models. Throws SynthesisError
 * `invalid_options` for a file that is no report.
 */
export function readEarlierRuns(reportPaths: string[]): Promise<EarlierRun[]> {
  return Promise.all(reportPaths.map(readEarlierRun))
}

async function readEarlierRun(reportPath: string): Promise<EarlierRun> {
  if (reportPath.toLowerCase().endsWith(MODEL_EXTENSION)) return spentOnModel(reportPath)
  const report = runReport.safeParse(parse(await readFile(reportPath, 'utf8')))
  if (!report.success) {
    const file = path.basename(reportPath)
    const message = `${file} is no report of an earlier run: --spent-before takes the .json file that --report wrote, or a model.`
    throw new SynthesisError('invalid_options', message, { file })
  }
  const spent = report.data.tables.map(({ name, published }): [string, SpentBudget] => [
    name,
    published.privacy,
  ])
  return { tables: Object.fromEntries(spent) }
}

async function spentOnModel(modelPath: string): Promise<EarlierRun> {
  const { families } = await readModel(modelPath)
  const spent = families.flatMap(({ privacy, tables }) =>
    tables.map(({ name }): [string, SpentBudget] => [
      name,
      { rhoSpent: privacy?.rhoOfRun ?? null, delta: privacy?.delta ?? null },
    ]),
  )
  return { tables: Object.fromEntries(spent) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
