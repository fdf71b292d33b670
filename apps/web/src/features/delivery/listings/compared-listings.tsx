import { categories, type ListingCard } from '@semblance/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Button } from '@/components/ui/button.tsx'
import { count } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { epsilonFact, percentText } from './listing-facts.ts'

const rows: { term: string; value: (listing: ListingCard) => ReactNode }[] = [
  { term: 'Vendor', value: ({ vendor }) => vendor.name },
  { term: 'Category', value: ({ category }) => categories[category] },
  { term: 'Rows', value: ({ records }) => count(records) },
  { term: 'Columns', value: ({ columns }) => count(columns) },
  { term: 'Accuracy', value: ({ accuracyPercent }) => percentText(accuracyPercent) },
  { term: 'Privacy per row', value: ({ epsilon }) => epsilonFact(epsilon) },
  {
    term: 'Lowest price',
    value: ({ lowestPriceCents }) => <Money exact cents={Number(lowestPriceCents)} />,
  },
]

type ComparedListingsProps = { listings: readonly ListingCard[]; onClear: () => void }

/** Compares up to three listings, fact by fact. */
export function ComparedListings({ listings, onClear }: ComparedListingsProps) {
  if (listings.length < 2) return null
  return (
    <Panel
      flush
      className="mb-5"
      title={`Comparing ${listings.length} twins`}
      action={
        <Button variant="outline" size="sm" onClick={onClear}>
          Compare none
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        role="group"
        aria-label="Comparison"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto border-t focus-visible:-outline-offset-2"
      >
        <table className="w-full text-base">
          <caption className="sr-only">Compared twins</caption>
          <thead>
            <tr className="border-b bg-sunken text-left">
              <td className="px-4 py-2 md:px-5" />
              {listings.map(({ id, title }) => (
                <th key={id} scope="col" className="min-w-40 px-4 py-2 font-semibold">
                  <Link to={paths.listing(id)} className="link">
                    {title}
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ term, value }) => (
              <tr key={term} className="border-b last:border-0">
                <th
                  scope="row"
                  className="whitespace-nowrap px-4 py-2 text-left font-normal text-muted-foreground md:px-5"
                >
                  {term}
                </th>
                {listings.map((listing) => (
                  <td key={listing.id} className="num px-4 py-2">
                    {value(listing)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
