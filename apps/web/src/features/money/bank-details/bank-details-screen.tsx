import { type BankingDetails, likelyAccountKind } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'
import { BankingForm } from './banking-form.tsx'
import { BankingFacts, BankingReadOnly, HoldNotice } from './banking-on-file.tsx'

/** Sets the ms for which the notice is shown before the page is left. */
const REDIRECT_MS = 1500

export const bankingQuery = orpc.banking.get.queryOptions()

/**
 * Shows the bank details: who sees to money saves, members read; visitors see the sample's and can try
 * a form.
 */
export function BankingDesk() {
  const query = useQuery(bankingQuery)
  const viewer = useQuery(orpc.organizations.viewer.queryOptions())
  const isVisitor = useAuth().status === 'signed-out'
  if (query.error && query.data === undefined && isNoMember(query.error, isVisitor))
    return (
      <div className="card">
        <EmptyState title="No organization to show">{toProblem(query.error).message}</EmptyState>
      </div>
    )
  // Without a sample on show, a visitor still finds the form.
  if (isVisitor && query.isError && query.data === undefined) return <Form onFile={null} />
  return (
    <QueryState
      query={query}
      errorTitle="Your banking and tax information did not load"
      errorText="Nothing was changed."
      skeleton={<BankingSkeleton />}
    >
      {(details) => {
        if (isVisitor)
          return (
            <>
              {details && <BankingFacts details={details} isSample />}
              <Form onFile={null} />
            </>
          )
        if (!viewer.data) return <BankingSkeleton />
        const canSave = viewer.data.may.includes('finance')
        if (canSave || details) return <Desk details={details} canSave={canSave} />
        return (
          <div className="card">
            <EmptyState title="No bank account on file yet">
              An administrator of your organization, or a member with the role Finance, adds it
              here. Payouts to vendors wait until then.
            </EmptyState>
          </div>
        )
      }}
    </QueryState>
  )
}

function isNoMember(error: unknown, isVisitor: boolean) {
  const { code } = toProblem(error)
  if (isVisitor) return false
  return [
    'not_permitted',
    'membership_pending',
    'membership_ended',
    'organization_suspended',
  ].includes(code)
}

function Desk({ details, canSave }: { details: BankingDetails | null; canSave: boolean }) {
  return (
    <>
      {details && <HoldNotice details={details} />}
      {details && canSave && <BankingFacts details={details} />}
      {canSave ? <Form onFile={details} /> : details && <BankingReadOnly details={details} />}
    </>
  )
}

/** Opens the chooser of dashboards after a save, unless the reader has left the page by then. */
function Form({ onFile }: { onFile: BankingDetails | null }) {
  const navigate = useNavigate()
  const { status } = useAuth()
  const own = useQuery({
    ...orpc.organizations.get.queryOptions(),
    enabled: status === 'signed-in',
  })
  const [isDone, setIsDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => void navigate(paths.dashboardSelection), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isDone, navigate])
  return (
    <BankingForm
      onFile={onFile}
      likelyKind={likelyAccountKind(own.data?.country ?? null)}
      isDone={isDone}
      onSaved={() => setIsDone(true)}
    />
  )
}

function BankingSkeleton() {
  return (
    <div role="status" className="grid max-w-[1080px] gap-5">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-24 rounded-lg" />
      <Skeleton className="h-[520px] rounded-lg" />
    </div>
  )
}
