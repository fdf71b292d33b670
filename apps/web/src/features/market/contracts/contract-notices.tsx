import { type ContractDetail, contractCan, describeChange } from '@semblance/contract'
import { FilePen, type LucideIcon, MessageSquareWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import { cn } from '@/lib/cn.ts'
import { date } from '@/lib/format.ts'
import { useMessages } from '@/lib/pages/messages-context.ts'
import { paths } from '@/paths.ts'

/** Shows the open matters of a contract, above the rest of its page. */
export function ContractNotices({ contract }: { contract: ContractDetail }) {
  return (
    <>
      <OpenChangeRequest contract={contract} />
      <PendingProposal contract={contract} />
    </>
  )
}

function OpenChangeRequest({ contract }: { contract: ContractDetail }) {
  const { openChangeRequest, side, id, status } = contract
  if (!openChangeRequest) return null
  return (
    <Notice
      icon={MessageSquareWarning}
      tone="bg-st-warn-bg text-st-warn-fg"
      title={`Changes requested ${date(openChangeRequest.createdAt)}`}
      action={
        side === 'vendor' &&
        contractCan.deliver(status) && (
          <Button asChild size="sm">
            <Link to={paths.upload(id)}>Upload Delivery</Link>
          </Button>
        )
      }
    >
      <span className="whitespace-pre-line">{openChangeRequest.reason}</span>
      {side === 'client' && (
        <span className="mt-1 block text-muted-foreground text-sm">
          {contract.vendorName} has been told. Escrow stays held until you accept the next delivery.
        </span>
      )}
    </Notice>
  )
}

function PendingProposal({ contract: { id, pendingProposal } }: { contract: ContractDetail }) {
  const messages = useMessages()
  if (!pendingProposal) return null
  const { byName, isOwn, changes } = pendingProposal
  return (
    <Notice
      icon={FilePen}
      tone="bg-st-warn-bg text-st-warn-fg"
      title={isOwn ? 'Your proposed change waits for an answer' : `${byName} proposed a change`}
      action={
        <Button
          size="sm"
          variant={isOwn ? 'outline' : 'primary'}
          onClick={() => messages.open({ contractId: id })}
        >
          {isOwn ? 'Open Messages' : 'Answer in Messages'}
        </Button>
      }
    >
      {changes.map(describeChange).map(({ label, from, to }) => (
        <span key={label} className="num block">
          <span className="text-muted-foreground">{label}:</span>{' '}
          <s className="text-muted-foreground decoration-1">{from}</s>{' '}
          <span className="sr-only">proposed </span>
          <span className="font-semibold">{to}</span>
        </span>
      ))}
    </Notice>
  )
}

type NoticeProps = {
  icon: LucideIcon
  tone: string
  title: string
  action?: ReactNode
  children: ReactNode
}

function Notice({ icon: Icon, tone, title, action, children }: NoticeProps) {
  return (
    <section aria-label={title} className="card flex gap-3.5 px-4 py-4 max-sm:flex-wrap md:px-5">
      <span aria-hidden className={cn('grid size-9 shrink-0 place-items-center rounded-sm', tone)}>
        <Icon className="size-[18px]" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold">{title}</h2>
        <div className="mt-0.5 max-w-[80ch] text-base [overflow-wrap:anywhere]">{children}</div>
      </div>
      {action && <div className="shrink-0 max-sm:w-full max-sm:[&>*]:w-full">{action}</div>}
    </section>
  )
}
