import type { PriceEstimate } from '@semblance/contract'
import { monthYear, plural, usd } from '@/lib/format.ts'
import { MarketRuler } from './market-ruler.tsx'

type LikeContractsProps = {
  estimate: PriceEstimate
  marks: Parameters<typeof MarketRuler>[0]['marks']
}

/** Shows the prices and days of contracts like a request, and how like they are. */
export function LikeContracts({ estimate, marks }: LikeContractsProps) {
  const { lowCents, highCents, lowDays, highDays, vendors } = estimate
  const { lowAnswerDays, highAnswerDays } = estimate
  return (
    <>
      <p className="num text-muted-foreground text-sm">{basisText(estimate)}</p>
      <Row term="Price" value={`${usd(lowCents)} – ${usd(highCents)}`} />
      <MarketRuler
        zone={{
          name: 'Like contracts',
          fromCents: Number(lowCents),
          toCents: Number(highCents),
        }}
        marks={marks}
      />
      <dl className="mt-2 divide-y border-t">
        <Entry term="Days to deliver" value={`${lowDays} – ${highDays}`} />
        {lowAnswerDays !== null && highAnswerDays !== null && (
          <Entry term="Days to the first offer" value={`${lowAnswerDays} – ${highAnswerDays}`} />
        )}
        <Entry term="Vendors of these contracts" value={String(vendors)} />
      </dl>
    </>
  )
}

function basisText({ basis, contracts, since }: PriceEstimate): string {
  const from = `From ${plural(contracts, 'contract')}`
  const shared = {
    like: `like this since ${monthYear(since)}: category, privacy level, columns and size`,
    level: `of this category and privacy level since ${monthYear(since)}`,
    category: `of this category since ${monthYear(since)}`,
    market: `of all categories since ${monthYear(since)}`,
  }
  return `${from} ${shared[basis]}.`
}

function Row({ term, value }: { term: string; value: string }) {
  return (
    <p className="mt-3 mb-1 flex items-baseline justify-between gap-3">
      <span className="text-muted-foreground text-sm">{term}</span>
      <span className="num font-semibold">{value}</span>
    </p>
  )
}

function Entry({ term, value }: { term: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-3 py-2">
      <dt className="text-muted-foreground text-sm">{term}</dt>
      <dd className="num font-semibold">{value}</dd>
    </div>
  )
}
