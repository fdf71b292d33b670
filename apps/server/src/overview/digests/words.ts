/** Words of a weekly summary: one line for each figure that is not zero. Pure. */
import { type Category, categories } from '@semblance/contract'

export type Week = {
  /** Null for an organization that buys nothing. */
  client: {
    openRequests: number
    offersToDecide: number
    newOffers: number
    deliveriesToReview: number
    contractsToPay: number
  } | null
  /** Null for an organization that sells nothing. */
  vendor: {
    contractsToDeliver: number
    pendingOffers: number
    /** Counts the requests that came into the marketplace within the last seven days and are open. */
    newRequests: { category: Category; count: number }[]
  } | null
}

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count.toLocaleString('en-US')} ${count === 1 ? one : many}`]

export function weekLines({ client, vendor }: Week): string[] {
  return [
    ...(client
      ? [
          ...counted(
            client.deliveriesToReview,
            'delivery waits for your review.',
            'deliveries wait for your review.',
          ),
          ...counted(
            client.contractsToPay,
            'contract waits for your payment.',
            'contracts wait for your payment.',
          ),
          ...counted(
            client.offersToDecide,
            'offer waits for your decision',
            'offers wait for your decision',
          ).map((line) => `${line}${newOnes(client)}.`),
          ...counted(
            client.openRequests,
            'of your requests is open for offers.',
            'of your requests are open for offers.',
          ),
        ]
      : []),
    ...(vendor
      ? [
          ...counted(
            vendor.contractsToDeliver,
            'contract waits for your data.',
            'contracts wait for your data.',
          ),
          ...counted(
            vendor.pendingOffers,
            'of your offers waits for the client’s decision.',
            'of your offers wait for their clients’ decisions.',
          ),
          ...newRequestLine(vendor.newRequests),
        ]
      : []),
  ]
}

const newOnes = ({ newOffers }: { newOffers: number }) =>
  newOffers === 0 ? '' : `, ${newOffers.toLocaleString('en-US')} of them new in the last seven days`

function newRequestLine(requests: { category: Category; count: number }[]): string[] {
  if (requests.length === 0) return []
  const list = requests.map(
    ({ category, count }) => `${count.toLocaleString('en-US')} in ${categories[category]}`,
  )
  return [`Open requests of the last seven days in the marketplace: ${list.join(', ')}.`]
}
