import type { api } from '@/lib/api/api.ts'

export type EarningsSummary = Awaited<ReturnType<typeof api.earnings.summary>>
