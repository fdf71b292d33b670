/** What a page asks first, begun as soon as its address and its code are known, before it is drawn. */
import type { FetchQueryOptions } from '@tanstack/react-query'
import type { Params } from 'react-router'
import { queryClient } from './query-client.ts'

// biome-ignore lint/suspicious/noExplicitAny: every page's queries answer with something else.
type PageQuery = FetchQueryOptions<any, any, any, any>

/** By the parameters of the page's address. */
export type PageQueries = (params: Params) => PageQuery[]

/** What fails is asked again by the page, which then tells. */
export function beginQueries(queries: PageQuery[] = []): null {
  for (const query of queries) void queryClient.prefetchQuery(query)
  return null
}
