import { useQuery } from '@tanstack/react-query'
import { Building2, CircleAlert } from 'lucide-react'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { SignUpForm } from './sign-up-form.tsx'

type ApprovedSignUpProps = {
  token: string
  /** Goes on to the sign-up by organization ID. */
  onById: () => void
  onCreated: () => void
}

/** Signs up by the link of the approval mail; a link of no more use gives way to the sign-up by ID. */
export function ApprovedSignUp({ token, onById, onCreated }: ApprovedSignUpProps) {
  const query = useQuery({
    ...orpc.applications.approvalLink.queryOptions({ input: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <QueryState
      query={query}
      errorTitle="The link did not load"
      isNotFound={(error) =>
        ['approval_link_closed', 'bad_input'].includes(toProblem(error).code ?? '')
      }
      notFound={
        <>
          <p
            role="status"
            className="mb-5 flex gap-2.5 rounded-md bg-st-warn-bg px-4 py-3 text-base text-st-warn-fg"
          >
            <CircleAlert className="mt-px size-[18px] shrink-0" aria-hidden />
            This link is of no more use: it was used, has expired, or is not complete. Sign up with
            the organization ID of the mail, or sign in if you have an account.
          </p>
          <SignUpForm variant="tab" onCreated={onCreated} />
        </>
      }
    >
      {({ businessName, organizationId, email, contactPerson, isFirst }) => (
        <>
          <div className="mb-5 flex items-center gap-3 rounded-md border border-primary bg-primary-soft px-4 py-3">
            <Building2 className="size-5 shrink-0 text-primary" aria-hidden />
            <p className="min-w-0 flex-1">
              <span className="block font-semibold [overflow-wrap:anywhere]">{businessName}</span>
              <span className="block text-muted-foreground text-sm">
                {isFirst
                  ? 'You join as the first administrator'
                  : 'Its administrators approve your access'}
              </span>
            </p>
            <button type="button" className="link shrink-0 text-base" onClick={onById}>
              Change
            </button>
          </div>
          <SignUpForm
            variant="tab"
            approval={{ token, organizationId, email, name: contactPerson }}
            onCreated={onCreated}
          />
        </>
      )}
    </QueryState>
  )
}
