/** What the sample client and the sample vendor have been told, the oldest first. */
import type { Notification, Side } from '@semblance/contract'

export type SampleNotice = Pick<Notification, 'type' | 'title' | 'message' | 'read'> & {
  hoursAgo: number
  /** Null: the download of the request in `about`. */
  path: string | null
}

/** The request whose delivery waits for the sample client. */
export const deliveredTitle = 'Store Footfall Time Series'

export const notices: Record<Side, SampleNotice[]> = {
  client: [
    {
      type: 'payment',
      title: 'Payment settled',
      message: 'Your payment for Loyalty Program Members has settled and is held in escrow.',
      path: '/active-contracts',
      hoursAgo: 168,
      read: true,
    },
    {
      type: 'system',
      title: 'New employee request',
      message: 'Noor Haddad asks to join Halden Retail Group.',
      path: '/organization-settings',
      hoursAgo: 72,
      read: true,
    },
    {
      type: 'contract',
      title: 'Data Delivered',
      message: `The synthetic dataset for ${deliveredTitle} has passed validation and waits for your review.`,
      path: null,
      hoursAgo: 26,
      read: false,
    },
    {
      type: 'offer',
      title: 'Change proposed',
      message:
        'Meridian Synthetics proposes 12 days instead of 10 for Retail Customer Purchase Histories.',
      path: '/vendor-offers',
      hoursAgo: 0.7,
      read: false,
    },
  ],
  vendor: [
    {
      type: 'system',
      title: 'New match for "Loyalty and baskets"',
      message: 'Halden Retail Group asks for Retail Customer Purchase Histories.',
      path: '/marketplace',
      hoursAgo: 55,
      read: true,
    },
    {
      type: 'offer',
      title: 'Offer accepted',
      message: 'Your offer on Price and Promotion Response was accepted.',
      path: '/vendor-my-offers',
      hoursAgo: 36,
      read: true,
    },
    {
      type: 'contract',
      title: 'Change proposed',
      message: 'Corvane Bank proposes maximum privacy for Card Fraud Transactions, EU.',
      path: '/vendor-my-offers',
      hoursAgo: 1.6,
      read: false,
    },
    {
      type: 'payment',
      title: 'Escrow released',
      message:
        'The client has accepted your delivery for Subscription Billing History. Escrow funds have been released to you.',
      path: '/vendor-earnings',
      hoursAgo: 0.4,
      read: false,
    },
  ],
}
