import type { SampleColumn, TableSample } from '../table-sample.ts'
import type { TriedAttack } from './attack-risk.ts'
import type { Side } from './neighbors/find-neighbors.ts'

/** A number within this share of the secret counts as guessed. */
const TOLERANCE = 0.05

/** Counts the correct guesses of one secret column, named by its position. */
export type Inferences = { column: number; train: number; control: number }

/**
 * Simulates an attacker who knows all columns of a person but one, and guesses it from the nearest
 * synthetic row. `columns` are the columns in the order of the neighbors' coordinates.
 */
export function inferSecrets(
  columns: number[],
  twin: TableSample,
  train: Side,
  control: Side,
): Inferences[] {
  return columns.map((column, place) => {
    const right = ({ targets, neighbors }: Side) =>
      countCorrect(
        targets.columns[column]!,
        twin.columns[column]!,
        neighbors.nearestWithout[place]!,
      )
    return { column, train: right(train), control: right(control) }
  })
}

function countCorrect(secrets: SampleColumn, twin: SampleColumn, nearest: Int32Array): number {
  let right = 0
  for (let row = 0; row < nearest.length; row++) {
    const secret = secrets.values[row]!
    const guess = twin.values[nearest[row]!]!
    const isMissing = secrets.type === 'continuous' && Number.isNaN(secret)
    if (isMissing ? Number.isNaN(guess) : isRight(secrets.type, secret, guess)) right++
  }
  return right
}

function isRight(type: SampleColumn['type'], secret: number, guess: number): boolean {
  return type === 'category'
    ? secret === guess
    : Math.abs(secret - guess) <= TOLERANCE * Math.abs(secret)
}

/** Returns one attack per secret. Source: Anonymeter's inference. */
export function inferenceAttacks(
  guesses: Inferences[],
  attacks: number,
  names: string[],
): TriedAttack[] {
  return guesses.map(({ column, train, control }) => ({
    kind: 'inference',
    column: names[column]!,
    attacks,
    train,
    control,
  }))
}
