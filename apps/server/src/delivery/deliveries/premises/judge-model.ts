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

/** Holds why a model is refused, or whether the noise that it states was found in it. */
export type Judged = { refusal: MeasurementRefusal } | { noise: 'as_stated' | 'cannot_tell' }

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
  for (const cost of costs) {
    if (!cost || !isWithin(cost, epsilon)) return exceeds
    for (const table of cost.tables) {
      const privacy = reports.find(({ name }) => name === table)?.report.privacy
      if (!privacy) return { refusal: 'twin_differs' }
      if (!isOfModel(privacy, cost)) return exceeds
    }
  }
  if (stated.ledger.rho > rhoOfRun(epsilon, SOURCE_DELTA) * (1 + ROUNDING)) return exceeds
  const outcomes = noise.map(({ outcome }) => outcome)
  if (outcomes.some((one) => one !== 'as_stated' && one !== 'cannot_tell'))
    return { refusal: 'model_without_noise' }
  if (!isEvaluated({ twins }, stated, reports)) return { refusal: 'twin_differs' }
  const isTold = noise.every(
    ({ outcome, ratio }) => outcome === 'as_stated' && (ratio?.degrees ?? 0) >= TELLING_DEGREES,
  )
  return { noise: isTold ? 'as_stated' : 'cannot_tell' }
}

const exceeds = { refusal: 'ledger_exceeds_terms' } as const

type Cost = Exclude<Drawn['costs'][number], null>

/** Returns true if a model states a guarantee within the agreed one, and has cost no more than that guarantee allows. */
function isWithin(cost: Cost, epsilon: number): boolean {
  const isStated =
    cost.epsilon > 0 && cost.epsilon <= epsilon && cost.delta > 0 && cost.delta <= SOURCE_DELTA
  return (
    isStated &&
    cost.stated <= rhoOfRun(cost.epsilon, cost.delta) * (1 + ROUNDING) &&
    cost.shown <= cost.stated * (1 + ROUNDING)
  )
}

/** Returns true if a report states the guarantee of its model, and a cost that counts the model's and its own. */
const isOfModel = (
  { mode, unit, epsilon, delta, rhoSpent }: MeasuredReports[number]['report']['privacy'],
  cost: Cost,
): boolean =>
  mode === 'private' &&
  unit === cost.unit &&
  epsilon === cost.epsilon &&
  delta === cost.delta &&
  rhoSpent !== null &&
  rhoSpent >= cost.stated * (1 - ROUNDING) &&
  rhoSpent <= rhoOfRun(cost.epsilon, cost.delta) * (1 + ROUNDING)

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
