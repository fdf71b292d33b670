/** What the sample requests ask for beyond title and budget, whom they invite, and what bidders asked about them. */
import { type Category, type DprForm, type DraftContent, dataContract } from '@semblance/contract'
import type { CompanyKey } from './companies.ts'

type Asked = Partial<
  Pick<
    DprForm,
    | 'specifications'
    | 'technicalRequirements'
    | 'deliverables'
    | 'minRecords'
    | 'minAccuracyPercent'
    | 'sampleRecords'
    | 'privacyLevel'
    | 'vendorMinRating'
    | 'vendorMinCompleted'
    | 'vendorPreferences'
    | 'notes'
    | 'dataContract'
  >
>

const common = {
  deliverables: [
    'Synthetic dataset in the agreed format',
    'Data dictionary: every column with type, unit and range',
    'Quality and privacy report',
  ],
  minAccuracyPercent: 90,
}

const askedByCategory: Record<Category, Asked> = {
  retail: {
    specifications: [
      'One row per transaction or visit, with keys that join across tables',
      'Seasons, weekdays and promotions keep their effect',
      'Refunds and voids keep their share',
    ],
    technicalRequirements: [
      'UTF-8, ISO 8601 timestamps in store time',
      'Amounts in US dollars with two decimals',
      'No names, e-mail addresses or card numbers, not even made-up ones',
    ],
    sampleRecords: 1000,
  },
  healthcare: {
    specifications: [
      'One row per encounter, linked by a synthetic patient key',
      'Order and spacing of events per patient stay plausible',
      'Rare conditions below 20 patients are merged',
    ],
    technicalRequirements: [
      'ICD-10 and ATC codes, no free text',
      'Ages in five-year bands, dates shifted per patient',
    ],
    privacyLevel: 'high',
    sampleRecords: 500,
  },
  finance: {
    specifications: [
      'Balances and flows add up within each account',
      'Default and fraud rates keep their level by segment',
      'Month-end effects survive',
    ],
    technicalRequirements: [
      'ISO 4217 currencies, amounts in minor units',
      'No account numbers; keys are random and stable',
    ],
    privacyLevel: 'high',
    minAccuracyPercent: 92,
    sampleRecords: 1000,
  },
  technology: {
    specifications: [
      'Event order within a session is kept',
      'Daily and weekly usage rhythm is kept',
      'Long tails of durations are not cut off',
    ],
    technicalRequirements: ['UTC timestamps in milliseconds', 'Stable keys for user and session'],
    sampleRecords: 2000,
  },
  iot: {
    specifications: [
      'Readings at their original interval, gaps included',
      'Correlation between neighboring sensors is kept',
      'Outages and drift keep their share',
    ],
    technicalRequirements: ['SI units, named in the data dictionary', 'UTC timestamps'],
    sampleRecords: 5000,
  },
}

/** As the request form writes it. */
const contractOf = (id: string, table: string, properties: object[]) =>
  dataContract.parse({
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id,
    version: '1.0.0',
    status: 'active',
    schema: [{ name: table, properties }],
  })

const number = (name: string, minimum: number, maximum: number, logicalType = 'number') => ({
  name,
  logicalType,
  required: true,
  logicalTypeOptions: { minimum, maximum },
})

const choice = (name: string, ...validValues: string[]) => ({
  name,
  required: true,
  quality: [{ metric: 'invalidValues', arguments: { validValues }, mustBe: 0 }],
})

const askedByTitle: Record<string, Asked> = {
  'Store Footfall Time Series': {
    dataContract: contractOf('5f0f3c52-8f0e-4c4b-9b57-0c8a5b7e2a11', 'footfall', [
      { name: 'measured_at', logicalType: 'timestamp', required: true },
      number('temperature_c', 0, 50),
      number('humidity_pct', 0, 100),
      number('light_lux', 0, 5000),
      number('co2_ppm', 0, 5000),
      choice('occupied', '0', '1'),
    ]),
  },
  'Retail Customer Purchase Histories': {
    dataContract: contractOf('9a4d7d1c-5b0a-4a5e-8f3f-6a1f2f0f7c02', 'purchases', [
      { name: 'member_key', logicalType: 'string', required: true },
      { name: 'store', logicalType: 'string', required: true },
      { name: 'purchased_at', logicalType: 'timestamp', required: true },
      { name: 'article_group', logicalType: 'string', required: true },
      number('quantity', -1000, 1000, 'integer'),
      { name: 'price', logicalType: 'number', required: true },
      number('discount', 0, 1),
      choice('payment_type', 'cash', 'card', 'gift card', 'voucher'),
    ]),
    specifications: [
      'Baskets of 48,000 loyalty members over 24 months',
      'Columns: member key, store, time, article group, quantity, price, discount, payment type',
      'Refunds reference the purchase they undo',
      'Promotions and seasons keep their effect on basket size',
    ],
    technicalRequirements: [
      'CSV, UTF-8, one file per month, header in the first row',
      'Member keys are random and stable across files',
      'At least 95% of column shapes and pair trends match the original',
      'No names, addresses or card numbers, not even made-up ones',
    ],
    deliverables: [
      'Synthetic dataset, 24 monthly files',
      'Sample of the first 1000 records before the delivery',
      'Data dictionary: every column with type, unit and range',
      'Quality and privacy report',
    ],
    minRecords: 2_000_000,
    minAccuracyPercent: 95,
    sampleRecords: 1000,
    privacyLevel: 'high',
    vendorMinRating: 4,
    vendorMinCompleted: 3,
    vendorPreferences: 'Experience with loyalty data of grocery or home-and-garden chains.',
    notes: 'We retrain in the first week of each quarter; a delivery before that helps most.',
  },
  'Click and Collect Orders': {
    specifications: [
      '300,000 orders with slot, picking time, pick-up time and substitutions',
      'No-shows keep their share by weekday and store size',
      'Orders of one customer keep their spacing',
    ],
    minRecords: 300_000,
    minAccuracyPercent: 92,
    vendorMinRating: 4,
  },
  'Supplier Lead Times': {
    specifications: [
      'One row per order line: ordered, confirmed, delivered, short',
      '900 suppliers, each with its own delay profile',
    ],
    minRecords: 120_000,
  },
  'Price and Promotion Response': {
    specifications: [
      'Weekly price, promotion type, stock and units sold for 6,000 articles',
      'Cross-effects inside a category survive',
      'Cannibalization within a brand stays visible',
    ],
    minRecords: 600_000,
    minAccuracyPercent: 93,
    vendorMinCompleted: 5,
  },
  'Gift Card Transactions': {
    specifications: [
      'Activation, top-up and redemption of 60,000 cards',
      'The four known fraud patterns keep their share',
    ],
    minRecords: 60_000,
    privacyLevel: 'high',
    vendorPreferences: 'Vendors that have worked with fraud labels before.',
  },
  'Oncology Patient Journeys': {
    specifications: [
      'Staging, drug sequences and follow-up of 9,000 patients in 14 clinics',
      'Survival curves by stage within two percentage points',
      'Rare tumors below 20 patients are merged',
    ],
    minRecords: 9000,
    minAccuracyPercent: 95,
    privacyLevel: 'maximum',
    vendorMinRating: 4.5,
    vendorMinCompleted: 5,
    vendorPreferences: 'A statistician with registry experience on the project.',
  },
  'Card Fraud Transactions, EU': {
    minRecords: 1_500_000,
    minAccuracyPercent: 95,
    vendorMinRating: 4,
  },
  'SaaS Product Event Logs': { minRecords: 5_000_000 },
  'Smart Meter Readings': { minRecords: 10_000_000, minAccuracyPercent: 94 },
}

export const askedFor = (category: Category, title: string): Asked => ({
  ...common,
  ...askedByCategory[category],
  ...askedByTitle[title],
})

export const invitations: Record<string, { vendor: CompanyKey; message: string }[]> = {
  'Retail Customer Purchase Histories': [
    {
      vendor: 'meridian',
      message: 'Your loyalty panel looks like what we need. We would like to see your offer.',
    },
    {
      vendor: 'nagare',
      message: 'You know our stores from the footfall series; this would be the next step.',
    },
  ],
  'Gift Card Transactions': [
    {
      vendor: 'meridian',
      message: 'Would your transaction data cover gift cards with known fraud labels?',
    },
  ],
}

export const questions: Record<
  string,
  { vendor: CompanyKey; question: string; answer?: string }[]
> = {
  'Retail Customer Purchase Histories': [
    {
      vendor: 'tessera',
      question: 'May article groups be mapped to GPC, or do you need your own tree of categories?',
      answer: 'GPC down to the brick level is fine. Send the mapping with the data dictionary.',
    },
    {
      vendor: 'cohort',
      question: 'Are refunds without a receipt part of it?',
      answer: 'Yes, about 4% of refunds. Leave the reference empty for them.',
    },
    {
      vendor: 'meridian',
      question: 'Is one time zone enough, or should stores keep their local time?',
    },
  ],
  'Gift Card Transactions': [
    {
      vendor: 'tessera',
      question: 'How many of the 60,000 cards are labeled as fraud?',
      answer: 'A little over 900. The labels come with the pattern they belong to.',
    },
  ],
  'Smart Meter Readings': [
    {
      vendor: 'meridian',
      question: 'Do you need household attributes beside the readings?',
      answer: 'Only the tariff and the size band; nothing below the postal area.',
    },
  ],
}

/** A request that the sample client has begun to write. */
export const sampleDraft: DraftContent = {
  title: 'In-Store Dwell Times',
  category: 'retail',
  description:
    'Minutes spent per department and visit in 12 stores, from anonymous counters; weather and promotions as covariates.',
  useCase: 'Shelf planning for the spring range',
  budgetMinCents: '7,500',
  budgetMaxCents: '',
  timelineDays: '20',
  specifications: ['One row per visit and department', 'Queue times at the checkout apart'],
}
