import { type ReactNode, useEffect, useState } from 'react'
import { SkeletonRows } from '../lists/skeleton-rows.tsx'
import { ErrorState } from './error-state.tsx'
import { SKELETON_MS, usePagePending } from './page-ready.ts'
import { SkeletonPage } from './skeleton-page.tsx'

/** The part of a TanStack query result that is read here. */
type QueryLike<Data> = {
  data: Data | undefined
  error: unknown
  isPending: boolean
  isFetching: boolean
  fetchStatus?: 'fetching' | 'paused' | 'idle'
  refetch: () => unknown
}

type QueryStateProps<Data> = {
  query: QueryLike<Data>
  /** Title of the error: "Offers did not load". */
  errorTitle: string
  errorText?: ReactNode
  /** The page's heading is among the children; in their place a whole page is drawn, with a heading of its own. */
  isPage?: boolean
  /** Placeholder in the shape of the content; SkeletonRows by default. */
  skeleton?: ReactNode
  /** Shown when `isNotFound` says the error means that there is no such record. */
  notFound?: ReactNode
  isNotFound?: (error: unknown) => boolean
  children: (data: Data) => ReactNode
}

/**
 * Shows a query's state: waiting, failed, no such record, or its data. Data on screen remains after
 * a failed refetch.
 */
export function QueryState<Data>({
  query,
  errorTitle,
  errorText,
  isPage,
  skeleton = isPage ? <SkeletonPage /> : <SkeletonRows />,
  notFound,
  isNotFound = isUnreachable,
  children,
}: QueryStateProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isPending && query.fetchStatus === 'paused')
    return (
      <ErrorState title={errorTitle} isPage={isPage}>
        It loads as soon as the connection is back.
      </ErrorState>
    )
  if (query.isPending) return <Delayed>{skeleton}</Delayed>
  if (notFound && isNotFound(query.error)) return notFound
  return (
    <ErrorState
      title={errorTitle}
      isPage={isPage}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    >
      {errorText}
    </ErrorState>
  )
}

/** Returns true for a record that does not exist or is not the caller's, which look the same. */
export function isUnreachable(error: unknown) {
  if (typeof error !== 'object' || error === null || !('status' in error)) return false
  return error.status === 404 || error.status === 403
}

/** A fast answer never flashes a skeleton, whose place is kept all the same. */
function Delayed({ children }: { children: ReactNode }) {
  usePagePending()
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), SKELETON_MS)
    return () => clearTimeout(timer)
  }, [])
  return <div className={due ? undefined : 'invisible'}>{children}</div>
}
