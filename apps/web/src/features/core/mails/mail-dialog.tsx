import { mailCan, type OpenedMail } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { dateTime } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

type MailDialogProps = { mailId: string; onClose: () => void }

/**
 * Shows one mail as text. Each opening adds a row to the audit log, so it is not read again
 * automatically.
 */
export function MailDialog({ mailId, onClose }: MailDialogProps) {
  const query = useQuery({
    ...orpc.mails.open.queryOptions({ input: { id: mailId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const mail = query.data
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={mail?.subject ?? 'Mail'}
      description={mail && `To ${mail.recipient}`}
      footer={mail && mailCan.sendAgain(mail) && <SendAgain mail={mail} />}
    >
      <QueryState
        query={query}
        errorTitle="This mail did not load"
        isNotFound={isNoMail}
        notFound={
          <EmptyState title="This mail was not found">
            Mail is deleted after 30 days, and with the account it was for.
          </EmptyState>
        }
      >
        {(found) => <MailText mail={found} />}
      </QueryState>
    </Dialog>
  )
}

/** An ID of no mail's shape is refused as bad input. */
function isNoMail(error: unknown) {
  const status = (error as { status?: number } | null)?.status
  return status === 404 || status === 400
}

function MailText({ mail }: { mail: OpenedMail }) {
  return (
    <>
      <DescriptionList
        rows={[
          { term: 'State', value: <StatusBadge domain="mail" status={mail.state} /> },
          { term: 'Written', value: <TimeText at={mail.createdAt} show={dateTime} /> },
          ...(mail.sentAt
            ? [{ term: 'Sent', value: <TimeText at={mail.sentAt} show={dateTime} /> }]
            : []),
          ...(mail.failedAt
            ? [{ term: 'Refused', value: <TimeText at={mail.failedAt} show={dateTime} /> }]
            : []),
          ...(mail.returnedAt
            ? [{ term: 'Came back', value: <TimeText at={mail.returnedAt} show={dateTime} /> }]
            : []),
          ...(mail.addressRefusedAt
            ? [
                {
                  term: 'Address refused',
                  value: <TimeText at={mail.addressRefusedAt} show={dateTime} />,
                },
              ]
            : []),
          ...(mail.document ? [{ term: 'Attached', value: `${mail.document}.pdf` }] : []),
          ...(mail.nextTryAt
            ? [{ term: 'Next try', value: <TimeText at={mail.nextTryAt} show={dateTime} /> }]
            : []),
          ...(mail.jobId
            ? [
                {
                  term: 'Job',
                  value: (
                    <Link
                      to={paths.job(mail.jobId)}
                      className="mono text-primary text-sm underline underline-offset-[3px]"
                    >
                      #{mail.jobId}
                    </Link>
                  ),
                },
              ]
            : []),
        ]}
      />
      {mail.failure && (
        <p className="mt-3 text-destructive text-sm [overflow-wrap:anywhere]">{mail.failure}</p>
      )}
      <section
        aria-label="Text of the mail"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className="mt-3 max-h-[45dvh] overflow-y-auto whitespace-pre-wrap rounded-sm border bg-sunken p-4 text-base [overflow-wrap:anywhere]"
      >
        {mail.text}
      </section>
      {mail.hasSecrets && (
        <p className="mt-2 text-muted-foreground text-sm">
          Codes and links are masked: they are for the recipient alone.
          {mail.state === 'failed' &&
            ' Such a mail is not sent again; the person asks for a new one.'}
        </p>
      )}
    </>
  )
}

function SendAgain({ mail: { id, recipient } }: { mail: OpenedMail }) {
  const [asks, setAsks] = useState(false)
  const queries = useQueryClient()
  const send = useMutation(
    orpc.mails.sendAgain.mutationOptions({
      onSuccess: (mail) => {
        queries.setQueryData(orpc.mails.open.queryKey({ input: { id } }), mail)
        notify.success('Mail Sent Again', `It is on its way to ${recipient}.`)
      },
      onError: (error) => notify.error('Not sent again', toProblem(error).message),
      onSettled: () => {
        setAsks(false)
        void queries.invalidateQueries({ queryKey: orpc.admin.overview.key() })
        return queries.invalidateQueries({ queryKey: orpc.mails.list.key() })
      },
    }),
  )
  return (
    <>
      <Button onClick={() => setAsks(true)}>Send Again</Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`Send it to ${recipient} again?`}
        description="The recipient’s server has refused this mail for good before. It is tried once more as it is."
        action="Send Again"
        isBusy={send.isPending}
        onConfirm={() => send.mutate({ id })}
      />
    </>
  )
}
