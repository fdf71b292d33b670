import {
  budgetSteps,
  closingPeriodIds,
  type MarketCounts,
  marketCategories,
  marketCategoryLabels,
  privacyLevelLabels,
  privacyLevels,
  type Side,
  type VendorWish,
  vendorWishes,
} from '@semblance/contract'
import { ChoiceGroup } from '@/components/blocks/lists/choice-group.tsx'
import { FilterGroup } from '@/components/blocks/lists/filter-group.tsx'
import { RangeFilter } from '@/components/blocks/lists/range-filter.tsx'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { usdShort } from '@/lib/format.ts'
import { formatCount } from '../counted.ts'
import { closingLabels, type MarketQuery } from '../market-query.ts'

export const wishLabels: Record<VendorWish, string> = {
  invited: 'You are invited',
  no_offers: 'No offers yet',
  profile: 'Matches your profile',
}

type MarketRailProps = {
  side: Side
  query: MarketQuery
  /** Number of results of each choice on its own. */
  counts: MarketCounts | undefined
  onChange: (next: Partial<MarketQuery>) => void
}

/** Holds the filters of the marketplace, each choice with its number of requests. */
export function MarketRail({ side, query, counts, onChange }: MarketRailProps) {
  const anyTime = { value: 'any', label: 'Any time' } as const
  return (
    <div className="grid gap-5">
      <RangeFilter
        title="Budget"
        steps={budgetSteps}
        counts={counts?.budgets}
        from={query.budgetFromUsd}
        to={query.budgetToUsd}
        format={(dollars) => usdShort(dollars * 100)}
        onChange={({ from, to }) => onChange({ budgetFromUsd: from, budgetToUsd: to })}
      />
      <ChoiceGroup
        title="Takes offers until"
        options={[
          ...closingPeriodIds.map((value) => ({
            value,
            label: closingLabels[value],
            count: counts && formatCount(counts.closing[value]),
          })),
          { ...anyTime, count: counts && formatCount(counts.category.all) },
        ]}
        value={query.closing ?? anyTime.value}
        onValueChange={(closing) => onChange({ closing: closing === 'any' ? undefined : closing })}
      />
      <FilterGroup
        title="Privacy level"
        className="pt-0"
        options={privacyLevels.map((value) => ({
          value,
          label: privacyLevelLabels[value],
          count: counts && formatCount(counts.privacy[value]),
        }))}
        selected={query.privacy}
        onChange={(privacy) => onChange({ privacy })}
      />
      <ChoiceGroup
        title="Category"
        options={marketCategories.map((value) => ({
          value,
          label: marketCategoryLabels[value],
          count: counts && formatCount(counts.category[value]),
        }))}
        value={query.category}
        onValueChange={(category) => onChange({ category })}
      />
      <div>
        <p aria-hidden className="mb-2 font-semibold text-sm">
          Has column
        </p>
        <SearchInput
          label="Has column"
          value={query.column}
          onChange={(column) => onChange({ column })}
          placeholder="Whole column name"
        />
      </div>
      {side === 'vendor' && (
        <FilterGroup
          title="For you"
          className="pt-0"
          options={vendorWishes.map((value) => ({
            value,
            label: wishLabels[value],
            count: counts?.wishes ? formatCount(counts.wishes[value]) : undefined,
          }))}
          selected={query.wishes}
          onChange={(wishes) => onChange({ wishes })}
        />
      )}
    </div>
  )
}
