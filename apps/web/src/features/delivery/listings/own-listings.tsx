import type { ListableDelivery, ListingPurchase, OwnListing } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { isStatus } from '@/components/blocks/states/status-variants.ts'
import { Id } from '@/components/blocks/text/id.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { count, date, plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { DraftListing } from './draft-listing.tsx'

const page = (cursor: string | undefined) => ({ cursor })

export const ownListingsQuery = orpc.listings.listOwn.infiniteOptions({ input: page, ...byCursor })
export const purchasesQuery = orpc.listings.purchases.infiniteOptions({ input: page, ...byCursor })
export const listableQuery = orpc.listings.listable.infiniteOptions({ input: page, ...byCursor })

const listingColumns: Column<OwnListing>[] = [
  {
    key: 'listing',
    head: 'Listing',
    mobile: 'title',
    cell: ({ id, title, revision }) => (
      <div className="min-w-0">
        <Link to={paths.ownListing(id)} className="link font-medium [overflow-wrap:anywhere]">
          {title}
        </Link>
        <div className="text-muted-foreground text-sm">
          <Id>{id}</Id>
          {revision > 0 && `, revision ${revision}`}
        </div>
      </div>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    cell: ({ status }) => <StatusBadge domain="listing" status={status} />,
  },
  { key: 'rows', head: 'Rows', align: 'right', cell: ({ records }) => count(records) },
  {
    key: 'price',
    head: 'Lowest price',
    align: 'right',
    cell: ({ lowestPriceCents }) =>
      lowestPriceCents === null ? 'None yet' : <Money exact cents={Number(lowestPriceCents)} />,
  },
  {
    key: 'purchases',
    head: 'Bought',
    align: 'right',
    cell: ({ purchases }) => (purchases === 1 ? 'once' : `${count(purchases)} times`),
  },
]

/** Lists the vendor's listings, newest first. */
export function OwnListings() {
  const query = useInfiniteQuery(ownListingsQuery)
  return (
    <Panel title="Your listings" flush>
      <PagedList
        query={query}
        errorTitle="Listings did not load"
        empty={
          <EmptyState title="No listings yet">
            List a twin that a client has accepted, or that was measured for a listing: each buyer
            gets a copy, and a copy costs your source no privacy.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            caption="Your listings"
            columns={listingColumns}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
      </PagedList>
    </Panel>
  )
}

/** Lists twins that can be listed; nothing without any. */
export function ListableDeliveries() {
  const query = useInfiniteQuery(listableQuery)
  const isEmpty = query.data?.pages.every(({ items }) => items.length === 0) ?? !query.isError
  if (isEmpty) return null
  return (
    <Panel
      title="Twins you can list"
      description="Of completed contracts or measured for a listing, made by Semblance with a formal guarantee"
      flush
    >
      <PagedList query={query} errorTitle="Deliveries did not load" empty={null}>
        {(rows) => (
          <ul className="divide-y border-t">
            {rows.map((row) => (
              <ListableRow key={row.deliveryId} delivery={row} />
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  )
}

function ListableRow({ delivery }: { delivery: ListableDelivery }) {
  const { deliveryId, title, contractId, records, deliveredAt } = delivery
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 md:px-5">
      <div className="min-w-0">
        <p className="font-medium [overflow-wrap:anywhere]">{title}</p>
        <p className="text-muted-foreground text-sm">
          {contractId ? <Id>{contractId}</Id> : 'Measured for a listing'}, {plural(records, 'row')},{' '}
          {contractId ? 'delivered' : 'made'} {date(deliveredAt)}
        </p>
      </div>
      <DraftListing deliveryId={deliveryId} />
    </li>
  )
}

const purchaseColumns: Column<ListingPurchase>[] = [
  {
    key: 'purchase',
    head: 'Purchase',
    mobile: 'title',
    cell: ({ title, listingId, revision, contractId }) => (
      <div className="min-w-0">
        {contractId ? (
          <Link to={paths.contract(contractId)} className="link font-medium">
            {title}
          </Link>
        ) : (
          <span className="font-medium">{title}</span>
        )}
        <div className="text-muted-foreground text-sm">
          <Id>{listingId}</Id>, revision {revision}
        </div>
      </div>
    ),
  },
  { key: 'client', head: 'Client', cell: ({ clientName }) => clientName },
  {
    key: 'status',
    head: 'Contract',
    cell: ({ status }) =>
      status && isStatus('contract', status) ? (
        <StatusBadge domain="contract" status={status} />
      ) : (
        <span className="text-muted-foreground">Not accepted yet</span>
      ),
  },
  {
    key: 'price',
    head: 'Price',
    align: 'right',
    cell: ({ priceCents }) => <Money exact cents={Number(priceCents)} />,
  },
  { key: 'at', head: 'Bought', align: 'right', cell: ({ createdAt }) => date(createdAt) },
]

/** Lists what was bought of the vendor's listings; nothing before the first purchase. */
export function ListingPurchases() {
  const query = useInfiniteQuery(purchasesQuery)
  const isEmpty = query.data?.pages.every(({ items }) => items.length === 0) ?? !query.isError
  if (isEmpty) return null
  return (
    <Panel
      title="Purchases"
      description="Each has a contract of its own, once its buyer has accepted it"
      flush
    >
      <PagedList query={query} errorTitle="Purchases did not load" empty={null}>
        {(rows) => (
          <DataTable
            caption="Purchases"
            columns={purchaseColumns}
            rows={rows}
            rowKey={({ dprId }) => dprId}
          />
        )}
      </PagedList>
    </Panel>
  )
}
