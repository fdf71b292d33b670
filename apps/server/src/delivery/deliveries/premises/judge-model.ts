/** Judges what a vendor has measured by what can be checked of it: cost, noise and twin. */
import {
  type MeasuredReports,
  type MeasurementRefusal,
  type MeasurementStatement,
  SOURCE_DELTA,
} from '@semblance/contract'
import { rhoOfRun } from '@semblance/synth'
import type { Redrawn } from '../../engine/service.ts'

type Drawn = Exclude<Redrawn, { refused: unknown }>

/** Holds why a model is refused, or what any row has cost by it and its reports. */
export type Judged =
  | { refusal: MeasurementRefusal }
  | { rho: number; delta: number; noise: 'as_stated' | 'cannot_tell' }

/** Allows for sums of doubles. */
const ROUNDING = 1e-9

/** With fewer degrees of freedom, half of the noise that is stated might pass for all of it. */
const TELLING_DEGREES = 100

/** Judges a model under the agreed epsilon, by its own ledger and noise, and the twins by the statement. */
export function judgeModel(
  { costs, noise, twins }: Drawn,
  {
    epsilon,
    stated,
    reports,
  }: { epsilon: number; stated: MeasurementStatement; reports: MeasuredReports },
): Judged {
  let [rho, delta] = [stated.ledger.rho, stated.ledger.delta]
  for (const cost of costs) {
    if (!cost || cost.epsilon > epsilon || cost.delta > SOURCE_DELTA) return exceeds
    const most = rhoOfRun(epsilon, cost.delta) * (1 + ROUNDING)
    if (cost.stated > most || cost.shown > cost.stated * (1 + ROUNDING)) return exceeds
    for (const table of cost.tables) {
      const privacy = reports.find(({ name }) => name === table)?.report.privacy
      if (!privacy) return { refusal: 'twin_differs' }
      // The reports count the model's cost, and their own with it.
      if (privacy.epsilon === null || privacy.epsilon > epsilon) return exceeds
      if (privacy.rhoSpent === null || privacy.rhoSpent < cost.stated * (1 - ROUNDING))
        return exceeds
      if (privacy.rhoSpent > most) return exceeds
      rho = Math.max(rho, privacy.rhoSpent)
    }
    delta = Math.max(delta, cost.delta)
  }
  if (rho > rhoOfRun(epsilon, SOURCE_DELTA) * (1 + ROUNDING)) return exceeds
  const outcomes = noise.map(({ outcome }) => outcome)
  if (outcomes.some((one) => one !== 'as_stated' && one !== 'cannot_tell'))
    return { refusal: 'model_without_noise' }
  if (!isEvaluated({ twins }, stated, reports)) return { refusal: 'twin_differs' }
  const isTold = noise.every(
    ({ outcome, ratio }) => outcome === 'as_stated' && (ratio?.degrees ?? 0) >= TELLING_DEGREES,
  )
  return { rho, delta, noise: isTold ? 'as_stated' : 'cannot_tell' }
}

const exceeds = { refusal: 'ledger_exceeds_terms' } as const

/** Returns true if the twins are those that were stated, and the reports describe tables of their size and columns. */
function isEvaluated(
  { twins }: Pick<Drawn, 'twins'>,
  stated: MeasurementStatement,
  reports: MeasuredReports,
): boolean {
  return (
    twins.length === stated.twins.length &&
    twins.every(({ name, sha256, rows, columns }) => {
      const isStated = stated.twins.some((one) => one.table === name && one.sha256 === sha256)
      const report = reports.find((one) => one.name === name)?.report
      const isOfTwin =
        report?.rows.synthetic === rows &&
        report.columns.length === columns.length &&
        report.columns.every((column, i) => column.name === columns[i])
      return isStated && isOfTwin
    })
  )
}
