import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { paths } from '@/paths.ts'

type TicketStateProps<T> = {
  query: UseQueryResult<T>
  /** Says to the reader what may be why there is no such ticket. */
  missing: string
  children: (ticket: T) => ReactNode
}

/** Shows a ticket once it is read, or why it is not. */
export function TicketState<T>({ query, missing, children }: TicketStateProps<T>) {
  return (
    <QueryState
      query={query}
      errorTitle="This ticket did not load"
      notFound={
        <div className="card">
          <EmptyState
            title="This ticket was not found"
            action={
              <Button asChild variant="outline">
                <Link to={paths.contactSupport}>Back to Support</Link>
              </Button>
            }
          >
            {missing}
          </EmptyState>
        </div>
      }
    >
      {children}
    </QueryState>
  )
}
