import type { CompanyProfile, Reviewable } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { Navigate, useLocation } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { orpc } from '@/lib/api/api.ts'
import { useUrlParams, writeParams } from '@/lib/api/use-address-params.ts'
import { useMayCall } from '@/lib/session/may.ts'
import { signInAndReturn } from '@/lib/session/require-sign-in.tsx'
import { useAuth } from '@/lib/session/session.tsx'
import { ReviewForm } from './review-form.tsx'

const param = 'review'

/**
 * Lets the client of a completed contract write a review. The address holds the open form:
 * ?review=CTR-2001.
 */
export function WriteReview({ company }: { company: CompanyProfile }) {
  const may = useMayCall('companies.review')
  const { status } = useAuth()
  const { pathname, search } = useLocation()
  const [params, change] = useUrlParams()
  const query = useQuery({
    ...orpc.companies.reviewable.queryOptions({ input: { companyId: company.id, limit: 100 } }),
    enabled: status === 'signed-in' && !company.isOwn,
  })
  const wanted = params.get(param)
  const show = (contractId: string | null) =>
    change((current) => writeParams(current, { [param]: contractId ?? '' }), {
      replace: contractId === null,
      preventScrollReset: true,
    })

  if (wanted && status === 'signed-out')
    return <Navigate to={signInAndReturn(pathname + search)} replace />
  if (!may) return null
  const items = query.data?.items ?? []
  const [first] = items
  const chosen = items.find(({ contractId }) => contractId === wanted)
  return (
    <>
      {first && (
        <Button variant="outline" onClick={() => show(first.contractId)}>
          <Star aria-hidden />
          Write a Review
        </Button>
      )}
      {wanted && query.data && (
        <ReviewDialog
          company={company}
          items={items}
          chosen={chosen}
          onChoose={show}
          onClose={() => show(null)}
        />
      )}
    </>
  )
}

type ReviewDialogProps = {
  company: CompanyProfile
  items: Reviewable[]
  chosen: Reviewable | undefined
  onChoose: (contractId: string) => void
  onClose: () => void
}

function ReviewDialog({ company, items, chosen, onChoose, onClose }: ReviewDialogProps) {
  if (chosen)
    return (
      <ReviewForm
        company={company}
        items={items}
        contractId={chosen.contractId}
        onChoose={onChoose}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="This contract can't be reviewed"
      description={`A review of ${company.name} needs a completed contract with your organization that has none yet.`}
      footer={
        <DialogClose>
          <Button variant="outline">Close</Button>
        </DialogClose>
      }
    />
  )
}
