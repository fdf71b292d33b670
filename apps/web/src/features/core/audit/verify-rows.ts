import { type OwnAuditRow, parseVerifierKey } from '@semblance/contract'
import { api } from '@/lib/api/api.ts'
import { isIncluded } from '@/lib/api/log-inclusion.ts'
import { compareWithEntry } from './row-opening.ts'

export type RowsVerdict = {
  /** Counts rows whose content is that of an entry which leads to a signed root. */
  proved: number
  /** Counts rows whose entry leads to a signed root, and whose content was not given. */
  closed: number
  /** Counts rows without an entry. */
  unlogged: number
  /** Counts rows of a log of which this site publishes no key. */
  unknown: number
  /** Lists the numbers of rows that differ from the log. */
  broken: bigint[]
}

/** Checks in this browser that rows are entries of the transparency log, a few at a time. */
export async function verifyRows(rows: readonly OwnAuditRow[]): Promise<RowsVerdict> {
  const { logs } = await api.transparency.status()
  const verdict: RowsVerdict = { proved: 0, closed: 0, unlogged: 0, unknown: 0, broken: [] }
  const check = async (row: OwnAuditRow) => {
    const opened = compareWithEntry(row)
    if (opened === 'unlogged') return void verdict.unlogged++
    const { leaf, commitment } = row
    const log = logs.find(({ number }) => number === leaf?.log)
    const key = log && parseVerifierKey(log.verifierKey)
    if (!leaf || !commitment || !log || !key) return void verdict.unknown++
    const entry = { entry: commitment, index: Number(leaf.index) }
    if (opened === 'differs' || !(await isIncluded(entry, log, key))) verdict.broken.push(row.seq)
    else verdict[opened === 'fits' ? 'proved' : 'closed']++
  }
  const waiting = [...rows]
  const work = async () => {
    for (let row = waiting.shift(); row; row = waiting.shift()) await check(row)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return verdict
}

const AT_ONCE = 4
