import {
  formatDollars,
  isSameLimits,
  type SpendingRules,
  type SpendingStanding,
} from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { MoreLink } from '@/components/blocks/lists/more-link.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { paths } from '@/paths.ts'
import { LimitChanges } from './limit-changes.tsx'
import { LimitFields, type Limits, limitsIn, textsOf } from './limit-fields.tsx'
import { LimitMeter } from './limit-meter.tsx'

/** Says what is paid without an approval, and lets administrators change it. */
export function SpendingRule({ canManage }: { canManage: boolean }) {
  const query = useQuery(orpc.spending.rules.queryOptions())
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Panel
      title="Approval rule"
      description={`Amounts include the platform fee. Nobody approves their own request. ${query.data ? changeNote(query.data) : ''}`}
      action={
        canManage && (
          <Button
            variant="outline"
            size="sm"
            disabled={!query.data}
            onClick={() => setIsOpen(true)}
          >
            Edit Rule
          </Button>
        )
      }
    >
      <QueryState query={query} errorTitle="The rule did not load">
        {(rules) => (
          <>
            <LimitChanges changes={rules.waiting} />
            <ol className="grid gap-2 text-base">
              {sentencesOf(rules).map((sentence, index) => (
                <li key={sentence} className="flex gap-3">
                  <span className="figure w-3 text-primary">{index + 1}</span>
                  {sentence}
                </li>
              ))}
            </ol>
            {rules.organization.monthCents !== null && (
              <div className="mt-4 max-w-sm border-t pt-3">
                <p className="pb-1 text-muted-foreground text-sm">
                  The organization this month (UTC), with what is on its way
                </p>
                <LimitMeter
                  label="The organization this month"
                  spentCents={rules.spentCents}
                  limitCents={rules.organization.monthCents}
                />
              </div>
            )}
            <MoreLink className="mt-3" to={paths.approvals}>
              Approvals
            </MoreLink>
            {isOpen && <EditRule rules={rules} onClose={() => setIsOpen(false)} />}
          </>
        )}
      </QueryState>
    </Panel>
  )
}

/** Says who can lift a limit. */
const changeNote = ({ needsConfirmation }: SpendingStanding) =>
  needsConfirmation
    ? 'A higher limit of the organization, or of the administrator who sets it, counts once another administrator or an approver has confirmed it. A lower one counts at once.'
    : 'While one person alone may approve, a higher limit counts at once: that person gets a notice, and it stands in the audit log.'

function sentencesOf({ organization, member, needsPurchaseOrder, needsCostCenter }: SpendingRules) {
  const sentences = [
    `A member pays alone ${within(member)}, unless given other limits.`,
    'Above a member\u2019s limit, one approver has to agree.',
    isLimited(organization)
      ? `Beyond what is ${within(organization)} for the organization, an approver and an administrator have to agree.`
      : 'The organization as a whole has no limit.',
  ]
  const needed = [
    ...(needsPurchaseOrder ? ['a purchase order number'] : []),
    ...(needsCostCenter ? ['a cost center'] : []),
  ]
  return needed.length > 0
    ? [...sentences, `Each payment names ${needed.join(' and ')}.`]
    : sentences
}

const isLimited = ({ paymentCents, monthCents }: Limits) =>
  paymentCents !== null || monthCents !== null

function within({ paymentCents, monthCents }: Limits): string {
  const parts = [
    ...(paymentCents === null ? [] : [`up to ${formatDollars(paymentCents)} at a time`]),
    ...(monthCents === null ? [] : [`up to ${formatDollars(monthCents)} a month`]),
  ]
  return parts.length > 0 ? parts.join(' and ') : 'without a limit'
}

function EditRule({ rules, onClose }: { rules: SpendingStanding; onClose: () => void }) {
  const queries = useQueryClient()
  const [organization, setOrganization] = useState(textsOf(rules.organization))
  const [member, setMember] = useState(textsOf(rules.member))
  const [needsPurchaseOrder, setNeedsPurchaseOrder] = useState(rules.needsPurchaseOrder)
  const [needsCostCenter, setNeedsCostCenter] = useState(rules.needsCostCenter)
  const save = useMutation(
    orpc.spending.setRules.mutationOptions({
      onSuccess: (saved, asked) => {
        if (isSameLimits(saved.organization, asked.organization))
          notify.success('Rule Saved', 'It counts from the next payment on.')
        else notify.success('Higher Limit Asked For', 'It counts once somebody else confirms it.')
        onClose()
      },
      onError: (error) => notifyProblem('Rule not saved', error),
      onSettled: () => {
        void queries.invalidateQueries({ queryKey: orpc.approvals.key() })
        return queries.invalidateQueries({ queryKey: orpc.spending.key() })
      },
    }),
  )
  const limits = { organization: limitsIn(organization), member: limitsIn(member) }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Approval rule"
      description={`Limits are looked at again at each payment, so a lower one counts for what is waiting, too. ${rules.needsConfirmation ? 'A higher one of the organization waits until somebody else confirms it.' : ''}`}
      action="Save Rule"
      isBusy={save.isPending}
      isDisabled={!limits.organization || !limits.member}
      onConfirm={() =>
        limits.organization &&
        limits.member &&
        save.mutate({
          organization: limits.organization,
          member: limits.member,
          needsPurchaseOrder,
          needsCostCenter,
        })
      }
    >
      <div className="grid gap-5">
        <LimitFields
          legend="Each member"
          hint="For those without limits of their own who may not approve"
          texts={member}
          onChange={setMember}
        />
        <LimitFields
          legend="The organization"
          hint="Above these, an approver and an administrator have to agree"
          texts={organization}
          onChange={setOrganization}
        />
        <div className="grid gap-2">
          <CheckboxField
            checked={needsPurchaseOrder}
            onCheckedChange={(isOn) => setNeedsPurchaseOrder(isOn === true)}
            label="Require a purchase order number"
          />
          <CheckboxField
            checked={needsCostCenter}
            onCheckedChange={(isOn) => setNeedsCostCenter(isOn === true)}
            label="Require a cost center"
          />
        </div>
      </div>
    </ConfirmDialog>
  )
}
