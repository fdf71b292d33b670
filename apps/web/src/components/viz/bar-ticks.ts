/** Round whole ticks from zero up to the first that is no lower than the highest value; three to five of them. */
export function barTicks(highest: number): number[] {
  const atLeast = Math.max(1, highest / 4)
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const factor = [1, 2, 2.5, 5, 10].find(
    (each) => power * each >= atLeast && Number.isInteger(power * each),
  )
  const step = power * (factor ?? 10)
  const steps = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}
