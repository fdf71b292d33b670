/** What each sample vendor promises beyond price and time; the request fills in the rest. */
import type { OfferForm } from '@semblance/contract'
import type { CompanyKey } from './companies.ts'

type Details = Partial<
  Pick<
    OfferForm,
    | 'deliverables'
    | 'paymentStructure'
    | 'dataFormats'
    | 'deliveryMethod'
    | 'supportPeriod'
    | 'sampleDescription'
    | 'sampleRecords'
    | 'minAccuracyPercent'
    | 'privacyLevel'
  >
>

const byVendor: Partial<Record<CompanyKey, Details>> = {
  meridian: {
    deliverables: [
      'Synthetic dataset in the agreed format',
      'Data dictionary: every column with type, unit and range',
      'Quality and privacy report',
      'One hour of questions with the data team',
    ],
    paymentStructure: 'third_upfront',
    dataFormats: ['csv', 'json'],
    supportPeriod: '30_days',
    sampleDescription:
      'The first 1,000 records, drawn at random from the whole period, within three days of payment.',
    sampleRecords: 1000,
    minAccuracyPercent: 95,
    privacyLevel: 'high',
  },
  cohort: {
    deliverables: [
      'Synthetic dataset in the agreed format',
      'Codebook and missing-data report',
      'One round of changes',
    ],
    paymentStructure: 'half_upfront',
    supportPeriod: '90_days',
    sampleDescription: '500 records, stratified by the rarest groups.',
    sampleRecords: 500,
    minAccuracyPercent: 93,
    privacyLevel: 'maximum',
  },
  nagare: {
    paymentStructure: 'on_delivery',
    dataFormats: ['csv', 'json'],
    deliveryMethod: 'api',
    supportPeriod: '7_days',
  },
  tessera: {
    deliverables: ['Synthetic dataset in the agreed format'],
    paymentStructure: 'upfront',
    minAccuracyPercent: 88,
    privacyLevel: 'standard',
  },
}

export const detailsOf = (vendor: CompanyKey): Details => byVendor[vendor] ?? {}
