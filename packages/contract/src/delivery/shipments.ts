/** Shipments of physical media: the vendor ships, and both parties state what they did and saw. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../core/paging.ts'
import { requiredText } from '../core/text.ts'

export const shippingAddressForm = z.object({ address: requiredText('Address', 1000) })

export const shipmentForm = z.object({
  medium: requiredText('Medium', 200),
  encryption: requiredText('Encryption', 200),
  carrier: requiredText('Carrier', 100),
  tracking: z
    .string()
    .trim()
    .max(100, 'Tracking number is too long (100 characters at most)')
    .nullish()
    .transform((text) => text || null),
  sentOn: z.iso.date('Enter a day'),
})
export type ShipmentForm = z.infer<typeof shipmentForm>

export const arrivals = ['intact', 'damaged', 'lost'] as const
export const arrivalLabels: Record<(typeof arrivals)[number], string> = {
  intact: 'Arrived intact',
  damaged: 'Arrived damaged',
  lost: 'Did not arrive',
}

export const shipment = z.object({
  id: z.uuid(),
  deliveryId: z.uuid(),
  medium: z.string(),
  encryption: z.string(),
  carrier: z.string(),
  tracking: z.string().nullable(),
  /** The address as it was when the vendor stated the shipment. */
  address: z.string(),
  sentOn: z.iso.date(),
  statedAt: z.date(),
  /** Holds the client's statement; null before it. */
  arrivedAs: z.enum(arrivals).nullable(),
  /** The day on which it arrived; null for one that did not. */
  arrivedOn: z.iso.date().nullable(),
  arrivalStatedAt: z.date().nullable(),
})
export type Shipment = z.infer<typeof shipment>

/** Lists the errors of shipments; `errors.ts` joins them with all others. */
export const shipmentErrors = {
  not_by_medium: {
    status: 409,
    message: 'This contract does not agree on physical media; nothing was changed.',
  },
  shipping_over: {
    status: 409,
    message:
      'This contract was cancelled, so that no medium is shipped; nothing was changed. Agree on another contract first.',
  },
  address_missing: {
    status: 409,
    message: 'The client has not stated an address yet. Ask for it before you ship.',
  },
  arrival_stated: {
    status: 409,
    message: 'What became of this shipment is stated already; nothing was changed.',
  },
} as const

const byContract = z.object({ contractId: z.string().max(40) })

export const shipments = {
  address: oc
    .route({
      method: 'GET',
      path: '/contracts/{contractId}/shipping-address',
      summary: 'Where the client wants media shipped to, for either party',
    })
    .input(byContract)
    .output(z.object({ address: z.string().nullable(), updatedAt: z.date().nullable() })),
  setAddress: oc
    .route({
      method: 'PUT',
      path: '/contracts/{contractId}/shipping-address',
      summary: 'Say where media are to be shipped to (client)',
    })
    .input(byContract.extend(shippingAddressForm.shape))
    .output(z.void()),
  list: oc
    .route({
      method: 'GET',
      path: '/contracts/{contractId}/shipments',
      summary: "The shipments of a contract's deliveries, newest first, for either party",
    })
    .input(pageInput.extend(byContract.shape))
    .output(pageOf(shipment)),
  files: oc
    .route({
      method: 'GET',
      path: '/contracts/{contractId}/shipments/files',
      summary: 'The files that belong on the medium (vendor)',
    })
    .input(pageInput.extend(byContract.shape))
    .output(
      pageOf(z.object({ id: z.uuid(), name: z.string(), bytes: z.number(), sha256: z.string() })),
    ),
  fileLink: oc
    .route({
      method: 'POST',
      path: '/contracts/{contractId}/shipments/files/{fileId}/link',
      summary: 'A link to a file for the medium, which lasts minutes (vendor)',
    })
    .input(byContract.extend({ fileId: z.uuid() }))
    .output(z.object({ url: z.string(), expiresAt: z.date() })),
  stateSent: oc
    .route({
      method: 'POST',
      path: '/contracts/{contractId}/shipments',
      summary: 'State that the newest delivery was shipped (vendor)',
    })
    .input(byContract.extend(shipmentForm.shape))
    .output(shipment),
  stateArrival: oc
    .route({
      method: 'POST',
      path: '/shipments/{shipmentId}/arrival',
      summary: 'State what became of a shipment (client)',
    })
    .input(
      z.object({
        shipmentId: z.uuid(),
        as: z.enum(arrivals),
        arrivedOn: z.iso.date('Enter a day').nullish(),
      }),
    )
    .output(shipment),
}
