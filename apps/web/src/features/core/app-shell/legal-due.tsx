import { legalTitles } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { LegalLinks } from '@/components/blocks/legal/legal-links.tsx'
import { containerClasses } from '@/components/layout/container.ts'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useConsent } from '@/lib/api/legal-versions.ts'
import { cn } from '@/lib/cn.ts'

/** Asks a person who has not accepted the documents in force, in a line that blocks nothing. */
export function LegalDue() {
  const { data: viewer } = useQuery(orpc.organizations.viewer.queryOptions())
  const [isOpen, setIsOpen] = useState(false)
  const due = viewer?.legalDue ?? []
  if (due.length === 0) return null
  const titles = due.map((document) => legalTitles[document]).join(' and ')
  return (
    <aside
      aria-label="Legal documents"
      className="border-b bg-st-info-bg text-st-info-fg text-sm print:hidden"
    >
      <div
        className={cn(
          containerClasses,
          'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5',
        )}
      >
        <p className="flex items-center gap-2">
          <FileText className="size-4 shrink-0" aria-hidden />
          The {titles} in force {due.length > 1 ? 'wait' : 'waits'} for your acceptance.
        </p>
        <Button size="sm" variant="outline" onClick={() => setIsOpen(true)}>
          Read and accept
        </Button>
      </div>
      {isOpen && <AcceptDialog onClose={() => setIsOpen(false)} />}
    </aside>
  )
}

function AcceptDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const { documents, accepted, renew } = useConsent('arrival')
  const [isTicked, setIsTicked] = useState(false)
  const [error, setError] = useState<string>()
  const accept = useMutation(
    orpc.legal.accept.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: orpc.organizations.viewer.key() })
        void queryClient.invalidateQueries({ queryKey: orpc.legal.key() })
        onClose()
        notify.success('Accepted', 'It is listed under Privacy & Security.')
      },
      onError: (refusal) => {
        const problem = toProblem(refusal)
        if (renew(problem.code)) setIsTicked(false)
        setError(problem.message)
      },
    }),
  )
  const submit = () => {
    if (isTicked) accept.mutate({ accepted })
    else setError('Please agree to the terms and conditions')
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Terms of Service and Privacy Policy"
      description="Reading, downloads and payouts do not depend on it."
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Later</Button>
          </DialogClose>
          <Button loading={accept.isPending} onClick={submit}>
            Accept
          </Button>
        </>
      }
    >
      <p className="text-base">
        Read the <LegalLinks documents={documents} />.
      </p>
      <CheckboxField
        className="mt-4"
        checked={isTicked}
        onCheckedChange={(checked) => {
          setError(undefined)
          setIsTicked(checked === true)
        }}
        error={error}
        label="I agree to the Terms of Service and Privacy Policy"
      />
      <p className="mt-4 text-muted-foreground text-sm">
        We keep your account, the time, the network address of this session and the fingerprints of
        the texts. Your organization's administrators see it, too.
      </p>
    </Dialog>
  )
}
