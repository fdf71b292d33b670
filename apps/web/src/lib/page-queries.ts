/** What a page asks first, begun as soon as its address and its code are known, before it is drawn. */
import type {
  FetchInfiniteQueryOptions,
  FetchQueryOptions,
  InferDataFromTag,
} from '@tanstack/react-query'
import type { Params } from 'react-router'
import { type Reader, wasReader } from './last-reader.ts'
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

/** By the parameters of the page's address, and by what it says after "?". */
export type PageQueries = (params: Params, search: URLSearchParams) => PageQuery[]

/** For a page that not everybody may read: begun for whoever was known to last, which the server decides again. */
export const onlyFor =
  (reader: Reader, queries: PageQueries): PageQueries =>
  (...address) =>
    wasReader(reader) ? queries(...address) : []

/** What can only be asked once the answer of another is here. */
export function followedBy<First extends Query>(
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

/** A page whose answers come soon is drawn once. What fails is asked again by the page, which then tells. */
export async function beginQueries(queries: PageQuery[] = []): Promise<null> {
  if (queries.length === 0) return null
  const late = new Promise((resolve) => setTimeout(resolve, HOLD_MS))
  await Promise.race([Promise.all(queries.map(begin)), late])
  return null
}
