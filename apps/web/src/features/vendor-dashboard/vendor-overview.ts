import type { api } from '@/lib/api.ts'

export type VendorOverview = Awaited<ReturnType<typeof api.dashboards.vendor>>
