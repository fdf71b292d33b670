import { MarketRuler } from '@/components/viz/market-ruler.tsx'
import { usd, usdRange } from '@/lib/format.ts'

type PriceOnBudgetProps = {
  budgetMinCents: bigint
  budgetMaxCents: bigint
  /** null while no amount can be read. */
  priceCents: bigint | null
}

/** Shows the typed amount against the client's budget, on the ruler and in a sentence. */
export function PriceOnBudget({ budgetMinCents, budgetMaxCents, priceCents }: PriceOnBudgetProps) {
  // Far out, the mark would squeeze the budget into a sliver; the sentence is enough.
  const onRuler = priceCents !== null && priceCents <= budgetMaxCents * 3n
  return (
    <div className="rounded-md border bg-sunken px-4 pt-3 pb-4">
      <MarketRuler
        zone={{
          name: 'Budget',
          fromCents: Number(budgetMinCents),
          toCents: Number(budgetMaxCents),
        }}
        marks={onRuler ? [{ id: 'own', name: 'Your offer', cents: Number(priceCents) }] : []}
        none="No offers yet"
      />
      <p className="mt-3 text-sm" role="status">
        {comparison(budgetMinCents, budgetMaxCents, priceCents)}
      </p>
    </div>
  )
}

function comparison(minCents: bigint, maxCents: bigint, priceCents: bigint | null) {
  const budget = usdRange(Number(minCents), Number(maxCents))
  if (priceCents === null) return `The client's budget is ${budget}.`
  if (priceCents > maxCents)
    return `${usd(Number(priceCents - maxCents))} above the client's budget of ${budget}.`
  if (priceCents < minCents)
    return `${usd(Number(minCents - priceCents))} below the client's budget of ${budget}.`
  return `Within the client's budget of ${budget}.`
}
