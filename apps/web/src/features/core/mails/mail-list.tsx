import { type MailState, mailStates } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ChoiceChips } from '@/components/blocks/choice-chips.tsx'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useFilters } from '@/lib/api/use-filters.ts'
import { mailColumns } from './mail-columns.tsx'
import { MailDialog } from './mail-dialog.tsx'

const choices = [
  { value: 'all', label: 'All' },
  ...mailStates.map((value) => ({ value, label: statusLabel('mail', value) })),
]

const queryInput = (params: URLSearchParams) => ({
  search: params.get('q') ?? '',
  state: mailStates.find((known) => known === params.get('state')),
})

export const mailsQuery = (params: URLSearchParams) =>
  orpc.mails.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...queryInput(params), cursor }),
    ...byCursor,
    placeholderData: keepPreviousData,
  })

/** Search, state and the opened mail are in the address. */
export function MailList() {
  const filters = useFilters()
  const { search, state } = queryInput(filters.params)
  const opened = filters.get('mail')
  const query = useInfiniteQuery(mailsQuery(filters.params))
  const columns = mailColumns((id) => filters.set('mail', id))
  return (
    <section className="card overflow-hidden" aria-label="Mail">
      <div className="flex flex-wrap items-center gap-3 p-4 md:px-5">
        <SearchInput
          label="Search mail"
          placeholder="Recipient or subject"
          value={search}
          onChange={(text) => filters.set('q', text)}
          className="min-w-0 flex-1 basis-48 md:max-w-[360px]"
        />
        <ChoiceChips
          className="max-md:order-last max-md:w-full"
          label="State"
          options={choices}
          value={state ?? 'all'}
          onValueChange={(value) => filters.set('state', value === 'all' ? '' : value)}
        />
        <div className="ml-auto">
          <ExportCsv
            noun="mail"
            columns={columns}
            readPage={(page, options) => api.mails.list({ search, state, ...page }, options)}
            query={query}
          />
        </div>
      </div>
      {query.data?.pages[0]?.hasServer === false && (
        <p className="border-t bg-sunken px-4 py-2.5 text-muted-foreground text-sm md:px-5">
          No mail server is set (SMTP_URL), so mail is kept here and leaves for nobody.
        </p>
      )}
      <PagedList
        query={query}
        errorTitle="Mail did not load"
        empty={
          <EmptyState title="No mail fits" className="border-t">
            {emptyText(state)}
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable caption="Mail" columns={columns} rows={rows} rowKey={(row) => row.id} />
        )}
      </PagedList>
      {opened && (
        <MailDialog key={opened} mailId={opened} onClose={() => filters.set('mail', '')} />
      )}
    </section>
  )
}

function emptyText(state: MailState | undefined): string {
  if (state === 'failed') return 'No mail server has refused a mail of ours within 30 days.'
  if (state === 'returned')
    return 'No report about a mail that came back was read within 30 days. Reports are read if MAIL_REPORTS_TO is set.'
  return 'Sent mail is kept for 30 days.'
}
