import type { SingleSignOn, SsoConnection, SsoRulesForm } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Select } from '@/components/ui/select.tsx'
import { SwitchRow } from '@/components/ui/switch-row.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { dateTime, plural } from '@/lib/format.ts'
import { useShowSettings } from './sso-query.ts'

type RulesPanelProps = { settings: SingleSignOn; connection: SsoConnection }

/** Shows who has to come by the provider, who may become a member by it, and who can do without. */
export function RulesPanel({ settings, connection }: RulesPanelProps) {
  const { administrators, memberCount } = settings
  const show = useShowSettings()
  const [isAsking, setAsking] = useState(false)
  const rules: SsoRulesForm = {
    isRequired: connection.isRequired,
    createsMembers: connection.createsMembers,
    breakGlass: connection.breakGlass,
  }
  const change = useMutation(
    orpc.singleSignOn.setRules.mutationOptions({
      onSuccess: (next) => {
        show(next)
        notify.success('Rules saved')
      },
      onError: (error) => notifyProblem('Nothing was changed', error),
      onSettled: () => setAsking(false),
    }),
  )
  const set = (next: Partial<SsoRulesForm>) => change.mutate({ ...rules, ...next })
  const keeper = administrators.find(({ id }) => id === rules.breakGlass)
  const hasSignedIn = connection.signedInAt !== null
  return (
    <Panel title="Rules" bodyClassName="pt-0">
      <SwitchRow
        label="Members must use single sign-on"
        description={
          hasSignedIn
            ? 'Passwords and other ways in are refused, except for one administrator with a second factor.'
            : 'Can be required once a person has signed in by your provider.'
        }
        checked={rules.isRequired}
        disabled={change.isPending || (!rules.isRequired && !hasSignedIn)}
        onCheckedChange={(isOn) => (isOn ? setAsking(true) : set({ isRequired: false }))}
      />
      <SwitchRow
        label="Create members on first sign-in"
        description="Only with an address at a proved domain. Without it, people are invited first."
        checked={rules.createsMembers}
        disabled={change.isPending}
        onCheckedChange={(createsMembers) => set({ createsMembers })}
      />
      <Field
        label="Break-glass administrator"
        className="py-3"
        error={
          keeper && !keeper.hasSecondFactor
            ? `${keeper.name} has no second factor, and cannot sign in with a password while single sign-on is required.`
            : rules.breakGlass && !keeper
              ? 'The one who was chosen is no administrator any more. Any other administrator with a second factor can sign in instead.'
              : undefined
        }
        hint="Signs in with a password and a second factor when your provider is away."
      >
        {(control) => (
          <Select
            {...control}
            options={administrators.map(({ id, name, hasSecondFactor }) => ({
              value: id,
              label: hasSecondFactor ? name : `${name} (no second factor)`,
            }))}
            value={keeper?.id ?? ''}
            placeholder="Choose an administrator"
            disabled={change.isPending}
            onValueChange={(breakGlass) => set({ breakGlass })}
          />
        )}
      </Field>
      <p className="border-t pt-3 text-muted-foreground text-sm">
        {connection.signedInAt
          ? `Last sign-in by your provider: ${dateTime(connection.signedInAt)}`
          : 'Nobody has signed in by your provider yet. Try it in a private window: “Continue with your company” on the sign-in page.'}
      </p>
      <RemoveProvider connection={connection} />
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title="Require single sign-on?"
          description={`${plural(memberCount, 'member')} with an address at a proved domain, and all who came by your provider, sign in there from now on. Those who signed in otherwise are signed out now, except you and the break-glass administrator. Keys for programs go on working.`}
          action="Require It"
          isBusy={change.isPending}
          onConfirm={() => set({ isRequired: true })}
        />
      )}
    </Panel>
  )
}

function RemoveProvider({ connection }: { connection: SsoConnection }) {
  const show = useShowSettings()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation(
    orpc.singleSignOn.remove.mutationOptions({
      onSuccess: show,
      onError: (error) => notifyProblem('Not removed', error),
      onSettled: () => setAsking(false),
    }),
  )
  return (
    <>
      <Button variant="ghost" className="mt-2 -ml-3" onClick={() => setAsking(true)}>
        Remove Provider
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          isDestructive
          onOpenChange={setAsking}
          title="Remove the provider?"
          description={`Members no longer sign in at ${connection.issuer}. They stay members; whoever never had a password here chooses one by “Forgot password?”.`}
          action="Remove Provider"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({})}
        />
      )}
    </>
  )
}
