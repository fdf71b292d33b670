import { useInfiniteQuery } from '@tanstack/react-query'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { acceptanceColumns } from './acceptance-columns.tsx'

const input = (cursor: string | undefined) => ({ cursor })

export const ownAcceptancesQuery = orpc.legal.listOwn.infiniteOptions({ input, ...byCursor })
export const organizationAcceptancesQuery = orpc.legal.listOfOrganization.infiniteOptions({
  input,
  ...byCursor,
})

const useOwnAcceptances = () => useInfiniteQuery(ownAcceptancesQuery)

/** Lists what the person has accepted. */
export function OwnAcceptances() {
  const query = useOwnAcceptances()
  return (
    <AcceptancePanel
      query={query}
      title="Legal documents you accepted"
      noun="accepted documents"
      columns={acceptanceColumns(false)}
      readPage={api.legal.listOwn}
    />
  )
}

/** Lists what people have accepted for the organization, for its administrators. */
export function OrganizationAcceptances() {
  const query = useInfiniteQuery(organizationAcceptancesQuery)
  return (
    <AcceptancePanel
      query={query}
      title="Accepted legal documents"
      noun="accepted documents"
      columns={acceptanceColumns(true)}
      readPage={api.legal.listOfOrganization}
    />
  )
}

type AcceptancePanelProps = {
  title: string
  noun: string
  query: ReturnType<typeof useOwnAcceptances>
  columns: ReturnType<typeof acceptanceColumns>
  readPage: typeof api.legal.listOwn
}

function AcceptancePanel({ title, noun, query, columns, readPage }: AcceptancePanelProps) {
  return (
    <Panel
      flush
      title={title}
      action={<ExportCsv noun={noun} columns={columns} readPage={readPage} query={query} />}
    >
      <PagedList
        query={query}
        errorTitle="The acceptances did not load"
        empty={
          <EmptyState title="Nothing accepted yet" className="border-t">
            What is accepted at sign-up, with an offer or with a payment is listed here.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable caption={title} columns={columns} rows={rows} rowKey={({ id }) => id} />
        )}
      </PagedList>
    </Panel>
  )
}
