import { marketCategoryLabels, privacyLevelLabels } from '@semblance/contract'
import { Chip } from '@/components/blocks/text/chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { usdShort } from '@/lib/format.ts'
import { closingLabels, emptyMarketQuery, isNarrowed, type MarketQuery } from '../market-query.ts'
import { wishLabels } from './market-rail.tsx'

type MarketChipsProps = {
  query: MarketQuery
  onChange: (next: Partial<MarketQuery>) => void
}

/** Shows each set filter with a button to remove it. */
export function MarketChips({ query, onChange }: MarketChipsProps) {
  if (!isNarrowed(query)) return null
  const { budgetFromUsd: from, budgetToUsd: to, closing, privacy, column, wishes } = query
  const without = <V,>(values: readonly V[], gone: V) => values.filter((value) => value !== gone)
  return (
    <span className="flex flex-wrap items-center gap-2 max-lg:hidden">
      {(from !== undefined || to !== undefined) && (
        <Chip
          label={rangeText(from, to)}
          onRemove={() => onChange({ budgetFromUsd: undefined, budgetToUsd: undefined })}
        />
      )}
      {closing && (
        <Chip
          label={`Offers within ${closingLabels[closing]}`}
          onRemove={() => onChange({ closing: undefined })}
        />
      )}
      {privacy.map((level) => (
        <Chip
          key={level}
          label={privacyLevelLabels[level]}
          onRemove={() => onChange({ privacy: without(privacy, level) })}
        />
      ))}
      {query.category !== 'all' && (
        <Chip
          label={marketCategoryLabels[query.category]}
          onRemove={() => onChange({ category: 'all' })}
        />
      )}
      {column && <Chip label={column} onRemove={() => onChange({ column: '' })} />}
      {wishes.map((wish) => (
        <Chip
          key={wish}
          label={wishLabels[wish]}
          onRemove={() => onChange({ wishes: without(wishes, wish) })}
        />
      ))}
      <Button
        variant="link"
        size="sm"
        onClick={() => onChange({ ...emptyMarketQuery, sort: query.sort })}
      >
        Clear filters
      </Button>
    </span>
  )
}

const rangeText = (from: number | undefined, to: number | undefined) => {
  const [low, high] = [from, to].map((dollars) => dollars && usdShort(dollars * 100))
  if (low && high) return `${low} – ${high}`
  return low ? `From ${low}` : `To ${high}`
}
