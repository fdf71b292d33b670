import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { toProblem } from '@/lib/api/api-errors.ts'
import { paths } from '@/paths.ts'

/**
 * Returns the token of a mailed link, or '' without one. It is in the fragment, which no server and no
 * referrer receives.
 */
export function useLinkToken(): string {
  const { hash } = useLocation()
  const [token] = useState(hash.slice(1))
  return token
}

type LinkStateProps<Data> = {
  query: UseQueryResult<Data>
  errorTitle: string
  /** Names the error of a closed link; an incomplete one is bad input. */
  closedBy: 'application_link_closed' | 'question_closed'
  closed: ReactNode
  children: (data: Data) => ReactNode
}

/** Shows what a mailed link was made for, or that it does not work. */
export function LinkState<Data>({ query, closedBy, closed, ...rest }: LinkStateProps<Data>) {
  return (
    <QueryState
      query={query}
      isNotFound={(error) => [closedBy, 'bad_input'].includes(toProblem(error).code ?? '')}
      notFound={closed}
      {...rest}
    />
  )
}

/** Says why a mailed link does not work. */
export function ClosedLink({ title, children }: { title: string; children: string }) {
  return (
    <div className="card">
      <EmptyState
        title={title}
        action={
          <Button asChild variant="outline">
            <Link to={paths.contactSupport}>Contact Support</Link>
          </Button>
        }
      >
        {children} Check that the whole address was copied.
      </EmptyState>
    </div>
  )
}
