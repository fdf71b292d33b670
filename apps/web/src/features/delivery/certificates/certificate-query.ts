import { orpc } from '@/lib/api/api.ts'

/** Never changed once it is issued. */
export const certificateQuery = (id: string) =>
  orpc.certificates.get.queryOptions({ input: { id }, staleTime: Number.POSITIVE_INFINITY })
