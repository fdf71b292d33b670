/** Describes what measurements together may disclose about a row; rounded up, so that no figure promises too much. */
import type { SourceAccount } from '@semblance/contract'

type Guarantee = SourceAccount['with']

/** Returns an epsilon with two decimals at most: "2.98". */
export const epsilonText = (epsilon: number): string =>
  String(Math.ceil(epsilon * 100 - 1e-9) / 100)

/** Returns "nothing", or both parameters: "ε 4.36, δ 2e-6". */
export function guaranteeText({ epsilon, delta }: Guarantee): string {
  if (epsilon === 0) return 'nothing'
  return `ε ${epsilonText(epsilon)}, δ ${deltaText(delta)}`
}

function deltaText(delta: number): string {
  const power = Math.floor(Math.log10(delta))
  const digits = Math.ceil((delta / 10 ** power) * 10 - 1e-9) / 10
  return digits >= 10 ? `1e${power + 1}` : `${digits}e${power}`
}

/** Returns one sentence about a delivery's place in the account of its source. */
export function accountText({ before, with: both, limitEpsilon }: SourceAccount): string {
  const first =
    before.epsilon === 0
      ? 'Nothing was measured of this source before.'
      : `Earlier measurements of this source: ${guaranteeText(before)}.`
  return `${first} All together, per row: ${guaranteeText(both)}. The vendor's limit: ε ${epsilonText(limitEpsilon)}.`
}
