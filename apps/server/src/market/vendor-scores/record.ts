/** Records once what each ended contract says of its vendor, so that nothing later changes it. */
import { type EstimatedTable, estimatedTable } from '@semblance/contract'
import { qualityScore } from '@semblance/plots'
import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { estimateAccuracy } from '../accuracy-estimates/service.ts'
import {
  type EndedContract,
  insertFacts,
  listEnded,
  lockRecords,
  type RecordedFacts,
  recordRelations,
} from './record-queries.ts'
import { accuracyShare } from './score.ts'

/** Limits how many estimates are computed before others get their turn. */
const BATCH = 25

/** Records relations, then the facts of ended contracts that have none yet. */
export async function recordScores({ db }: Pick<Platform, 'db'>): Promise<void> {
  await db.transaction(system, async (tx) => {
    await lockRecords(tx)
    await recordRelations(tx, new Date())
  })
  let recorded: number
  do {
    recorded = await db.transaction(system, async (tx) => {
      await lockRecords(tx)
      const ended = await listEnded(tx, BATCH)
      const now = new Date()
      if (ended.length > 0)
        await insertFacts(
          tx,
          ended.map((one) => toFacts(one, now)),
        )
      return ended.length
    })
  } while (recorded === BATCH)
}

function toFacts(ended: EndedContract, recorded_at: Date): RecordedFacts {
  const { id: contract_id, vendor, client, ended_at } = ended
  const percent = ended.is_undelivered ? null : percentOf(ended)
  const expected = expectedPercent(ended)
  return {
    contract_id,
    vendor,
    client,
    ended_at,
    recorded_at,
    accuracy_percent: percent,
    expected_percent: expected,
    accuracy: accuracyShare(percent, expected, ended.refunded_share),
    gate: ended.is_undelivered ? null : ended.has_missed ? 0 : 1,
    punctuality: ended.is_late ? 0 : 1,
  }
}

function percentOf({ accuracy_tenths: tenths, relative }: EndedContract): number | null {
  if (tenths !== null) return tenths / 10
  return relative === null ? null : qualityScore({ relative })
}

/** Returns the greater of what was agreed and what the request lets expect; null without either. */
function expectedPercent(ended: EndedContract): number | null {
  const found = [ended.agreed_percent, estimatedPercent(ended)].filter(
    (percent) => percent !== null,
  )
  return found.length === 0 ? null : Math.max(...found)
}

function estimatedPercent(ended: EndedContract): number | null {
  const table = estimatedTable.safeParse({
    rows: ended.records === null ? null : Number(ended.records),
    columns: ended.columns,
    orderedColumns: ended.ordered_columns,
    privacyLevel: ended.privacy_level,
  } satisfies { [Key in keyof EstimatedTable]: EstimatedTable[Key] | null })
  if (ended.tables !== 1 || !table.success) return null
  const { accuracyPercent, errorPoints } = estimateAccuracy(table.data)
  return accuracyPercent - errorPoints
}
