import { type DataUse, dataUses, type ListingUsage, type UsageMonth } from '@semblance/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { Select } from '@/components/ui/select.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { BarPlot } from '@/components/viz/bar-plot.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { count, monthYear } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

export const usageQuery = orpc.insights.usage.queryOptions()
export const listingUsageQuery = orpc.insights.listings.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor, limit: 20 }),
  ...byCursor,
})

const kinds: Record<DataUse, { label: string; counts: string }> = {
  download: {
    label: 'Downloads',
    counts: 'Files that people of your clients and their keys downloaded',
  },
  preview: { label: 'Previews of deliveries', counts: 'Days on which a client opened one' },
  sample: { label: 'Previews of samples', counts: 'Days on which a client opened one' },
  offer: { label: 'Views of offers', counts: 'Days on which somebody of a client viewed one' },
  listing: { label: 'Views of listings', counts: 'Days on which an organization opened one' },
}
const options = dataUses.map((value) => ({ value, label: kinds[value].label }))

/** Shows how often what the vendor sells was used. */
export function Usage() {
  const query = useQuery(usageQuery)
  return (
    <div className="grid min-w-0 gap-5">
      <QueryState
        query={query}
        errorTitle="The figures did not load"
        skeleton={<Skeleton className="h-80 rounded-lg" />}
      >
        {({ months }) => <UsageOf months={months} />}
      </QueryState>
      <ListingsUsed />
    </div>
  )
}

function UsageOf({ months }: { months: readonly UsageMonth[] }) {
  const total = (kind: DataUse) => months.reduce((sum, { counts }) => sum + (counts[kind] ?? 0), 0)
  const [most = 'download'] = dataUses.toSorted((one, other) => total(other) - total(one))
  const [chosen, setChosen] = useState<DataUse>(most)
  const told = months.map(
    ({ startsOn, counts }) => `${monthOf(startsOn)} ${count(counts[chosen] ?? 0)}`,
  )
  return (
    <div className="grid min-w-0 items-start gap-5 lg:grid-cols-12">
      <div className="min-w-0 lg:col-span-8">
        <Panel
          title="Use a month"
          description={`${kinds[chosen].counts}.`}
          action={
            <Select
              aria-label="What is counted"
              className="w-auto"
              value={chosen}
              onValueChange={setChosen}
              options={options}
            />
          }
        >
          <BarPlot
            label={`${kinds[chosen].label} by month: ${told.join(', ')}.`}
            rows={months.map(({ startsOn, counts }) => ({
              name: monthOf(startsOn).slice(0, 3),
              title: monthOf(startsOn),
              parts: [
                { name: kinds[chosen].label, value: counts[chosen] ?? 0, className: 'bg-chart-1' },
              ],
            }))}
            tick={count}
            value={count}
            atLeast={4}
            axisWidth={34}
            className="h-[240px]"
          />
        </Panel>
      </div>
      <div className="min-w-0 lg:col-span-4">
        <Panel
          title="In twelve months"
          description="Of all your clients together. Your own people, and what is pushed to a client’s own storage, are not counted."
        >
          <dl className="divide-y border-t">
            {dataUses.map((kind) => (
              <div key={kind} className="flex items-baseline justify-between gap-3 py-2.5">
                <dt className="text-muted-foreground text-sm">{kinds[kind].label}</dt>
                <dd className="num font-semibold">{count(total(kind))}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      </div>
    </div>
  )
}

/** Returns "November 2026" for the first day of a month in UTC. */
const monthOf = (startsOn: string) => monthYear(`${startsOn}T12:00:00Z`)

const columns: Column<ListingUsage>[] = [
  {
    key: 'title',
    head: 'Listing',
    mobile: 'title',
    cell: ({ listingId, title }) => (
      <Link to={paths.ownListing(listingId)} className="link font-medium [overflow-wrap:anywhere]">
        {title}
      </Link>
    ),
  },
  { key: 'views', head: 'Views', align: 'right', cell: ({ views }) => count(views) },
  {
    key: 'viewers',
    head: 'Organizations',
    align: 'right',
    cell: ({ viewers }) => count(viewers),
  },
  {
    key: 'purchases',
    head: 'Paid for',
    align: 'right',
    mobile: 'value',
    cell: ({ purchases }) => count(purchases),
  },
]

function ListingsUsed() {
  const query = useInfiniteQuery(listingUsageQuery)
  return (
    <Panel title="Your listings" description="A view counts once per organization and day." flush>
      <PagedList
        query={query}
        errorTitle="Your listings did not load"
        empty={
          <p className="px-5 pb-5 text-muted-foreground text-sm">
            You have published no listing yet. A twin of a completed contract can be sold again from{' '}
            <Link to={paths.ownListings} className="link">
              Listings
            </Link>
            .
          </p>
        }
      >
        {(rows) => (
          <DataTable
            caption="Listings with their views and purchases"
            columns={columns}
            rows={rows}
            rowKey={({ listingId }) => listingId}
          />
        )}
      </PagedList>
    </Panel>
  )
}
