import type { api } from '@/lib/api/api.ts'

export type VendorOverview = Awaited<ReturnType<typeof api.dashboards.vendor>>
