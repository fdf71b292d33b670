import { Check, CircleDashed } from 'lucide-react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { count } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import type { DemandQuarter } from './insight-types.ts'
import { quarterName, tooFew } from './quarter-texts.ts'
import { ShareBars } from './share-bars.tsx'

type AskedColumnsProps = { chosen: DemandQuarter; held: readonly string[] }

/** Lists the columns that requests ask for most, and which of them the vendor has. */
export function AskedColumns({ chosen, held }: AskedColumnsProps) {
  const { columns, startsOn } = chosen
  const lacks = columns.some(({ name }) => !held.includes(name))
  return (
    <Panel
      title="Most asked columns"
      description={`Requests of ${quarterName(startsOn)}, by what names mean; you deliver or declare those ticked`}
    >
      {columns.length === 0 ? (
        <p className="text-muted-foreground">{tooFew} asked for the same column in this quarter.</p>
      ) : (
        <ShareBars
          rows={columns.map(({ name, requests }) => ({
            key: name,
            name: (
              <span className="flex min-w-0 items-center gap-2">
                {held.includes(name) ? (
                  <Check
                    className="size-4 shrink-0 text-primary"
                    aria-label="You deliver or declare it"
                  />
                ) : (
                  <CircleDashed
                    className="size-4 shrink-0 text-muted-foreground"
                    aria-label="Not among your columns"
                  />
                )}
                <span className="mono min-w-0 [overflow-wrap:anywhere]">{name}</span>
              </span>
            ),
            value: requests,
            text: count(requests),
          }))}
        />
      )}
      {lacks && (
        <p className="mt-4 rounded-md bg-primary-soft px-3 py-2.5 text-sm">
          You can supply one that is not ticked?{' '}
          <Link to={paths.ownCompany} className="link">
            Declare it on your profile
          </Link>
        </p>
      )}
    </Panel>
  )
}
