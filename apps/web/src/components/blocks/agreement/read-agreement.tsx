import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { AgreementReview, useAgreement } from './agreement-review.tsx'

type ReadAgreementProps = { offerId: string; agreementSha256: string }

/** Opens the agreement that a proposal would make. */
export function ReadAgreement(named: ReadAgreementProps) {
  const [open, setOpen] = useState(false)
  const query = useAgreement(named, { enabled: open })
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="lg"
      title="Agreement with the changes"
      trigger={
        <Button variant="link" size="sm" className="px-0">
          Read the agreement
        </Button>
      }
    >
      <AgreementReview query={query} />
    </Dialog>
  )
}
