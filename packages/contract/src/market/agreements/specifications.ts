/** Lists what a contract specifies. */
export const specificationIds = [
  'category',
  'format',
  'accuracy',
  'target',
  'floor',
  'privacy',
  'more',
  'timeline',
  'samples',
  'records',
  'data_contract',
  'review',
  'method',
  'support',
  'sample_data',
  'use_case',
  'compliance',
] as const
export type SpecificationId = (typeof specificationIds)[number]
