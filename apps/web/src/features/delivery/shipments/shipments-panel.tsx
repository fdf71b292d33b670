import { arrivalLabels, type ContractDetail, contractCan, type Shipment } from '@semblance/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { MayCall } from '@/components/blocks/may-call.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { date, dateTime } from '@/lib/format.ts'
import { AddressDialog } from './address-dialog.tsx'
import { ArrivalDialog } from './arrival-dialog.tsx'
import { MediumFiles } from './medium-files.tsx'
import { SentDialog } from './sent-dialog.tsx'

export const shipmentsQuery = (contractId: string) =>
  orpc.shipments.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ contractId, cursor, limit: 5 }),
    ...byCursor,
  })
export const addressQuery = (contractId: string) =>
  orpc.shipments.address.queryOptions({ input: { contractId } })

/** Says who ships what to which address, and what the parties state about it. */
export function ShipmentsPanel({ contract }: { contract: ContractDetail }) {
  const { id: contractId, side, status, vendorName } = contract
  const query = useInfiniteQuery(shipmentsQuery(contractId))
  const { data: found } = useQuery(addressQuery(contractId))
  const [asks, setAsks] = useState<'address' | 'sent' | Shipment | null>(null)
  const close = () => setAsks(null)
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? []
  const address = found?.address ?? null
  const isReady = contractCan.download(status)
  return (
    <Panel
      title="Physical media"
      description={`${side === 'vendor' ? 'You ship' : `${vendorName} ships`} an encrypted medium. What is below is stated by the parties: we have seen no medium.`}
    >
      <h3 className="font-medium text-muted-foreground text-sm">Ship to</h3>
      {address ? (
        <p className="mt-1 whitespace-pre-line text-base [overflow-wrap:anywhere]">{address}</p>
      ) : (
        <p className="mt-1 text-base">
          {side === 'client'
            ? 'State the address; the vendor cannot ship before.'
            : 'The client has not stated an address yet.'}
        </p>
      )}
      {side === 'client' && (
        <MayCall procedure="shipments.setAddress">
          <Button size="sm" variant="outline" className="mt-2" onClick={() => setAsks('address')}>
            {address ? 'Change Address' : 'State Address'}
          </Button>
        </MayCall>
      )}
      {side === 'vendor' && isReady && (
        <>
          <MediumFiles contractId={contractId} />
          {address && (
            <MayCall procedure="shipments.stateSent">
              <Button size="sm" className="mt-3" onClick={() => setAsks('sent')}>
                State Shipment
              </Button>
            </MayCall>
          )}
        </>
      )}
      {side === 'client' && (
        <p className="mt-4 max-w-[72ch] text-muted-foreground text-sm">
          The review does not wait for the parcel: the same files can be downloaded. Compare the
          files on the medium with the certificate, which has the SHA-256 of each.
        </p>
      )}
      {rows.length > 0 && (
        <ul className="mt-4 grid gap-4 border-t pt-4">
          {rows.map((shipment) => (
            <li key={shipment.id}>
              <ShipmentFacts shipment={shipment} />
              {side === 'client' && !shipment.arrivedAs && (
                <MayCall procedure="shipments.stateArrival">
                  <Button size="sm" variant="outline" onClick={() => setAsks(shipment)}>
                    State What Arrived
                  </Button>
                </MayCall>
              )}
            </li>
          ))}
        </ul>
      )}
      <LoadMore query={query} label="Show earlier" className="p-2" />
      {asks === 'address' && (
        <AddressDialog contractId={contractId} address={address ?? ''} onClose={close} />
      )}
      {asks === 'sent' && <SentDialog contractId={contractId} onClose={close} />}
      {asks !== null && typeof asks === 'object' && (
        <ArrivalDialog shipment={asks} onClose={close} />
      )}
    </Panel>
  )
}

function ShipmentFacts({ shipment }: { shipment: Shipment }) {
  const { sentOn, carrier, tracking, medium, encryption, arrivedAs, arrivedOn } = shipment
  return (
    <DescriptionList
      rows={[
        { term: 'Given to', value: `${carrier}, ${date(sentOn)}` },
        { term: 'Tracking', value: <span className="mono">{tracking ?? 'None'}</span> },
        { term: 'Medium', value: medium },
        { term: 'Encryption', value: encryption },
        { term: 'Address', value: <span className="whitespace-pre-line">{shipment.address}</span> },
        { term: 'Stated by the vendor', value: dateTime(shipment.statedAt) },
        {
          term: 'Stated by the client',
          value: arrivedAs
            ? `${arrivalLabels[arrivedAs]}${arrivedOn ? `, ${date(arrivedOn)}` : ''}`
            : 'Nothing yet',
        },
      ]}
    />
  )
}
