/** Returns the share of a limit that was spent, in percent up to 100, and its tone: all of it, a fifth left, or more. */
export function shareSpent(
  spentCents: bigint,
  limitCents: bigint,
): { percent: number; tone: 'primary' | 'warn' | 'danger' } {
  if (spentCents >= limitCents) return { percent: 100, tone: 'danger' }
  const percent = Number((spentCents * 1000n) / limitCents) / 10
  return { percent, tone: percent >= 80 ? 'warn' : 'primary' }
}
