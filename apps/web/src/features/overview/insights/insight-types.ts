import type { api } from '@/lib/api/api.ts'

export type DemandQuarter = Awaited<ReturnType<typeof api.insights.demand>>['quarters'][number]
export type OfferInsights = Awaited<ReturnType<typeof api.insights.offers>>
