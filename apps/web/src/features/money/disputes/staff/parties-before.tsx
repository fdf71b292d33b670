import type { DealRecord, StaffDispute } from '@semblance/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

/** Shows what the parties dealt and disputed before, and how staff decided about the same reason. */
export function PartiesBefore({ dispute }: { dispute: StaffDispute }) {
  const { before, clientName, vendorName, clientSlug, vendorSlug } = dispute
  const { allToVendor, shared, allToClient } = before.alike
  const decided = allToVendor + shared + allToClient
  return (
    <Panel title="Parties before this" description="Paid deals and disputes up to the opening.">
      <dl className="-mb-2.5 divide-y">
        <Row
          term={<Company name={clientName} isKnown={clientSlug !== null} />}
          value={recordText(before.client)}
          note={partyNote(before.client)}
        />
        <Row
          term={<Company name={vendorName} isKnown={vendorSlug !== null} />}
          value={recordText(before.vendor)}
          note={partyNote(before.vendor)}
        />
        <Row term="With each other" value={recordText(before.together)} />
        <Row
          term="Decided, same reason"
          value={decided === 0 ? 'None' : String(decided)}
          note={
            decided === 0
              ? undefined
              : `${allToVendor} all to the vendor, ${shared} shared, ${allToClient} all to the client`
          }
        />
      </dl>
    </Panel>
  )
}

const recordText = ({ deals, disputes }: DealRecord) =>
  `${plural(deals, 'deal')}, ${plural(disputes, 'dispute')}`

const partyNote = ({ completed, opened }: StaffDispute['before']['client']) =>
  `${completed} completed, ${opened} opened by it`

/** Leads to the ended disputes that name the company. */
function Company({ name, isKnown }: { name: string; isKnown: boolean }) {
  if (!isKnown) return name
  return (
    <Link className="link" to={paths.adminDisputesOf(name)}>
      {name}
    </Link>
  )
}

type RowProps = { term: ReactNode; value: string; note?: string | undefined }

const Row = ({ term, value, note }: RowProps) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
    <dt className="min-w-0 text-muted-foreground text-sm [overflow-wrap:anywhere]">{term}</dt>
    <dd className="num ml-auto text-right font-medium text-base">
      {value}
      {note && <span className="block font-normal text-muted-foreground text-sm">{note}</span>}
    </dd>
  </div>
)
