import { privacyLevelLabels } from '@semblance/contract'
import { Panel } from '@/components/blocks/panel.tsx'
import { Select } from '@/components/ui/select.tsx'
import { count } from '@/lib/format.ts'
import type { DemandQuarter } from './insight-types.ts'
import { bandName, categoryName, quarterName, tooFew } from './quarter-texts.ts'
import { ShareBars } from './share-bars.tsx'
import { useInsightFilters } from './use-insight-filters.ts'

type DemandBreakdownsProps = { chosen: DemandQuarter; told: readonly DemandQuarter[] }

/** Divides the requests of one quarter by category, privacy level and budget. */
export function DemandBreakdowns({ chosen, told }: DemandBreakdownsProps) {
  const { choose } = useInsightFilters()
  return (
    <section aria-labelledby="demand-breakdowns" className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="demand-breakdowns" className="font-semibold text-lg">
          What they asked for
        </h2>
        <Select
          aria-label="Quarter"
          prefix="Quarter"
          className="w-auto"
          value={chosen.startsOn}
          onValueChange={(next) => choose('quarter', next)}
          options={told.map(({ startsOn }) => ({ value: startsOn, label: quarterName(startsOn) }))}
        />
      </div>
      <div className="grid min-w-0 items-start gap-5 md:grid-cols-2 lg:grid-cols-3">
        <Breakdown title="By category" cells={chosen.byCategory} nameOf={categoryName} />
        <Breakdown
          title="By privacy level"
          cells={chosen.byPrivacy}
          nameOf={(key) => (key === null ? 'Other levels' : privacyLevelLabels[key])}
        />
        <Breakdown
          title="By budget"
          cells={chosen.byBudget}
          nameOf={(key) => (key === null ? 'Other budgets' : bandName(key))}
        />
      </div>
    </section>
  )
}

type BreakdownProps<Key extends string> = {
  title: string
  cells: readonly { key: Key | null; requests: number }[] | null
  nameOf: (key: Key | null) => string
}

function Breakdown<Key extends string>({ title, cells, nameOf }: BreakdownProps<Key>) {
  return (
    <Panel title={title}>
      {cells === null ? (
        <p className="text-muted-foreground">{tooFew} to tell its parts from each other.</p>
      ) : (
        <ShareBars
          rows={cells.map(({ key, requests }) => ({
            key: key ?? 'others',
            name: nameOf(key),
            value: requests,
            text: count(requests),
          }))}
        />
      )}
    </Panel>
  )
}
