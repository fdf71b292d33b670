import { orpc } from '@/lib/api/api.ts'

export const logsQuery = orpc.transparency.status.queryOptions()
