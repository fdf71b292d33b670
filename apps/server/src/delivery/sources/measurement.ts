/** Measurements of sources: what one is for, and what its reports say that it spent. */
import type { SourceChoice } from '@semblance/contract'
import type { TablePrint, TableReport } from '@semblance/synth'
import { AppError } from '../../platform/http/errors.ts'
import type { Subject } from './queries.ts'

const MAX_NAME_LENGTH = 200

/** Describes a measurement to be made. `deals` lists its contract or offer first, then the offer of a contract. */
export type Measurement = Subject & {
  vendor: string
  deals: [deal: string, ...string[]]
  /** Names the deal; a new source without a name of its own goes by it. */
  title: string
  epsilon: number
  /** Lists the SHA-256 of the files that are read, in lower-case hexadecimal, as far as they are known. */
  sha256s: string[]
  /** Lists the prints of the tables in them; empty while they are not read. */
  tables: TablePrint[]
  /** Lists hashes of where the tables are that are read in place. */
  places?: string[]
  /** Names the source that a contract binds the measurement to: no other is charged. */
  boundTo?: string
  /**
   * Says that a restarted run measures again and lets go of the model it had stored, of which nothing was released: the rows may
   * be others by now.
   */
  measuresAnew?: boolean
  /**
   * Names the measurement whose stored model the run draws from, to measure nothing but its own report; after a restart
   * its own.
   */
  drawsFrom?: string
}

/** Returns the source that is chosen, or that the contract binds the measurement to. Throws source_bound for another choice. */
export function choiceFor(
  { boundTo }: Measurement,
  choice: SourceChoice | undefined,
): SourceChoice | undefined {
  if (boundTo === undefined) return choice
  if (choice && !('id' in choice && choice.id === boundTo))
    throw new AppError('source_bound', {
      field: 'source',
      message: `Revisions of this subscription are charged to the source ${boundTo}, and to no other.`,
    })
  return { id: boundTo }
}

/**
 * Returns the name of a source that its vendor has not named: the deal's title and ID; of a twin for a listing, which is a
 * deal of its own, the title alone.
 */
export const nameOfDeal = ({
  title,
  deals: [deal],
  subject,
}: Pick<Measurement, 'title' | 'deals' | 'subject'>) =>
  deal === subject ? title : `${title.slice(0, MAX_NAME_LENGTH - deal.length - 3)} (${deal})`

/**
 * States what a run has spent on any row: the largest rho and delta of its tables. `rhoOfReports` is the part beyond the
 * model of a run that drew from one; all that it spends if another has paid for the model.
 */
export type RunLedger = { rho: number; delta: number; rhoOfReports?: number }

/** Returns what the reports say was spent; undefined where one of them states no bound. */
export function ledgerOf(tables: TableReport[]): RunLedger | undefined {
  const bounded = tables.flatMap(({ published: { privacy } }) => {
    const { rhoSpent: rho, delta } = privacy
    return rho === null || delta === null ? [] : [{ rho, delta }]
  })
  if (bounded.length < tables.length) return undefined
  return {
    rho: Math.max(...bounded.map(({ rho }) => rho)),
    delta: Math.max(...bounded.map(({ delta }) => delta)),
  }
}
