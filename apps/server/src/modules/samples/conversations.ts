/** What the parties of sample requests have written to each other. */
import type { ProposedTerms, Side } from '@semblance/contract'
import type { CompanyKey } from './companies.ts'

/** A step by one party, so many minutes ago; answers are about the latest proposal. */
export type Step = { by: Side; minutesAgo: number } & (
  | { say: string; file?: { name: string; text: string } }
  | { propose: ProposedTerms; note?: string }
  | { answer: 'approve' | 'reject'; reason?: string }
  | { counter: ProposedTerms; note?: string }
)

export type Talk = {
  client: CompanyKey
  vendor: CompanyKey
  /** The request's. */
  title: string
  steps: Step[]
  /** How many of the last messages each side has not read. */
  unread?: { client?: number; vendor?: number }
}

const HOUR = 60
const DAY = 24 * HOUR

const columns = [
  { name: 'member_id', type: 'pseudonym' },
  { name: 'loyalty_tier', type: 'category', values: ['base', 'silver', 'gold'] },
  { name: 'basket_cents', type: 'integer' },
  { name: 'purchased_at', type: 'timestamp' },
  { name: 'refunded', type: 'boolean' },
]

export const talks: Talk[] = [
  {
    client: 'halden',
    vendor: 'meridian',
    title: 'Retail Customer Purchase Histories',
    unread: { client: 2 },
    steps: [
      {
        by: 'client',
        minutesAgo: 2 * DAY,
        say: 'Here is the schema that our loyalty team works with. Which of these columns can you cover?',
        file: { name: 'loyalty-schema.json', text: JSON.stringify(columns, null, 2) },
      },
      {
        by: 'vendor',
        minutesAgo: 84,
        say: 'Thanks for the schema. Refunds and promotions are clear. Do you need loyalty tier kept in the joint distribution with basket size?',
      },
      {
        by: 'client',
        minutesAgo: 76,
        say: 'Yes, tier by basket size by month matters most. A sample of the first 2,000 records before we sign would help our data team.',
      },
      { by: 'client', minutesAgo: 75, propose: { sampleRecords: 2000 } },
      { by: 'vendor', minutesAgo: 45, answer: 'approve' },
      {
        by: 'vendor',
        minutesAgo: 44,
        say: 'Sample is fine, approved. The tier interaction needs one more training pass, so we ask for two extra days at the same price.',
      },
      { by: 'vendor', minutesAgo: 41, propose: { timelineDays: 12 } },
    ],
  },
  {
    client: 'halden',
    vendor: 'nagare',
    title: 'Store Footfall Time Series',
    unread: { client: 1 },
    steps: [
      {
        by: 'client',
        minutesAgo: 9 * DAY,
        say: 'Please mark the days on which the store stayed closed; the counts drop to nothing there.',
      },
      {
        by: 'vendor',
        minutesAgo: 9 * DAY - 3 * HOUR,
        say: 'Marked, and the opening hours of the other days are in the data dictionary.',
      },
      {
        by: 'vendor',
        minutesAgo: 25 * HOUR,
        say: 'Files are with you. Happy to walk your planners through the light and CO2 columns.',
      },
    ],
  },
  {
    client: 'halden',
    vendor: 'cohort',
    title: 'Returns and Refunds Ledger',
    steps: [
      {
        by: 'vendor',
        minutesAgo: 3 * DAY,
        say: 'We now weight the refund channels by store size. Does the split match what you see?',
      },
      {
        by: 'client',
        minutesAgo: 2 * DAY + 5 * HOUR,
        say: 'Thanks, the refund shares look right to our finance team.',
      },
    ],
  },
  {
    client: 'halden',
    vendor: 'tessera',
    title: 'Supplier Lead Times',
    steps: [
      {
        by: 'vendor',
        minutesAgo: 3 * DAY + 4 * HOUR,
        say: 'We can start on Monday if the schema stays as it is.',
      },
    ],
  },
  {
    client: 'halden',
    vendor: 'meridian',
    title: 'Price and Promotion Response',
    unread: { vendor: 1 },
    steps: [
      {
        by: 'vendor',
        minutesAgo: 30 * HOUR,
        say: 'Thank you for choosing us. We begin the day the escrow is funded.',
      },
      {
        by: 'client',
        minutesAgo: 3 * HOUR,
        say: 'Our finance team signs off this afternoon; you will hear from us today.',
      },
    ],
  },
  {
    client: 'brigid',
    vendor: 'meridian',
    title: 'Oncology Patient Journeys',
    steps: [
      {
        by: 'client',
        minutesAgo: 28 * HOUR,
        say: 'Your offer is the strongest on documentation. The price is the one thing our board asks about.',
      },
      { by: 'client', minutesAgo: 28 * HOUR - 1, propose: { priceCents: 3_600_000n } },
      {
        by: 'vendor',
        minutesAgo: 22 * HOUR,
        counter: { priceCents: 3_740_000n, timelineDays: 20 },
        note: 'We meet you halfway and deliver a day earlier.',
      },
    ],
  },
  {
    client: 'corvane',
    vendor: 'meridian',
    title: 'Card Fraud Transactions, EU',
    unread: { vendor: 2 },
    steps: [
      {
        by: 'vendor',
        minutesAgo: 4 * DAY,
        say: 'We can hold the fraud share at your 0.4 % or oversample it for training. Which do you prefer?',
      },
      {
        by: 'client',
        minutesAgo: 100,
        say: 'Keep the true share, please. We would take the stricter privacy level, though.',
      },
      { by: 'client', minutesAgo: 98, propose: { privacyLevel: 'maximum' } },
    ],
  },
  {
    client: 'corvane',
    vendor: 'meridian',
    title: 'Small Business Loan Book',
    steps: [
      {
        by: 'vendor',
        minutesAgo: 6 * DAY,
        propose: { timelineDays: 29 },
        note: 'Our source is closed over the holidays.',
      },
      {
        by: 'client',
        minutesAgo: 5 * DAY,
        answer: 'reject',
        reason: 'Our model review is fixed; two of the four days would still work.',
      },
      { by: 'vendor', minutesAgo: 5 * DAY - 2 * HOUR, propose: { timelineDays: 27 } },
      { by: 'client', minutesAgo: 4 * DAY + 20 * HOUR, answer: 'approve' },
    ],
  },
]
