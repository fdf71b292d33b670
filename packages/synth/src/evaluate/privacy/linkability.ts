import type { TriedAttack } from './attack-risk.ts'
import type { Neighbors } from './neighbors/find-neighbors.ts'

/**
 * Simulates an attacker who knows a person's columns in two separate files and looks both up in the
 * twin to link them. Source: Anonymeter's linkability.
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
