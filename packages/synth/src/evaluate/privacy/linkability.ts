import type { TriedAttack } from './attack-risk.ts'
import type { Neighbors } from './neighbors.ts'

/**
 * An attacker who knows a person's columns in two separate files looks both halves up in the twin, to learn that they
 * belong together. Source: Anonymeter's linkability.
 */
export function linkability(train: Neighbors, control: Neighbors): TriedAttack {
  return {
    kind: 'linkability',
    attacks: train.linked.length,
    train: countLinked(train),
    control: countLinked(control),
  }
}

export function countLinked({ linked }: Neighbors): number {
  return linked.reduce((sum, isLinked) => sum + isLinked, 0)
}
