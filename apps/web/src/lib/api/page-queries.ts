/** Starts the first queries of a page as soon as its address and its code are known, before it is drawn. */
import type {
  FetchInfiniteQueryOptions,
  FetchQueryOptions,
  InferDataFromTag,
} from '@tanstack/react-query'
import type { Params } from 'react-router'
import { type Reader, wasLastViewer } from '../session/last-viewer.ts'
import { queryClient } from './query-client.ts'

/** Longer than this the page before does not stay: the next one comes with what there is. */
const HOLD_MS = 300

// biome-ignore-start lint/suspicious/noExplicitAny: every page's queries answer with something else.
type OneAnswer = FetchQueryOptions<any, any, any, any>
type InPages = FetchInfiniteQueryOptions<any, any, any, any, any>
// biome-ignore-end lint/suspicious/noExplicitAny: until here
type Query = OneAnswer | InPages
type PageQuery = Query | Followed
type Followed = { first: Query; next: (answer: unknown) => PageQuery[] }

const isInPages = (query: Query): query is InPages => 'initialPageParam' in query

/** Returns a page's queries from the parameters of its path and of its query string. */
export type PageQueries = (params: Params, search: URLSearchParams) => PageQuery[]

/**
 * Returns the queries of a restricted page if the last known user of this browser may read it; the
 * server checks again.
 */
export const queriesForRole =
  (reader: Reader, queries: PageQueries): PageQueries =>
  (...address) =>
    wasLastViewer(reader) ? queries(...address) : []

/** Returns a query that starts others with its result. */
export function thenQuery<First extends Query>(
  first: First,
  next: (answer: InferDataFromTag<unknown, First['queryKey']>) => PageQuery[],
): PageQuery {
  return { first, next: next as Followed['next'] }
}

async function begin(query: PageQuery): Promise<void> {
  if (!('next' in query))
    return isInPages(query)
      ? await queryClient.prefetchInfiniteQuery(query)
      : await queryClient.prefetchQuery(query)
  await begin(query.first)
  const answer = queryClient.getQueryData(query.first.queryKey)
  if (answer !== undefined) await Promise.all(query.next(answer).map(begin))
}

/**
 * Fetches a page's queries, so that a page with quick answers is drawn once. The page retries
 * failed ones and shows the error.
 */
export async function prefetchQueries(queries: PageQuery[] = []): Promise<null> {
  if (queries.length === 0) return null
  const late = new Promise((resolve) => setTimeout(resolve, HOLD_MS))
  await Promise.race([Promise.all(queries.map(begin)), late])
  return null
}
