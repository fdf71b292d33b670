import type { SingleSignOn } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { ShownOnce } from '@/components/blocks/shown-once.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { date, dateTime } from '@/lib/format.ts'
import { CopyField } from './copy-field.tsx'
import { useShowSettings } from './sso-query.ts'

/** Shows how a directory provisions members, and the token by which it does. */
export function DirectoryPanel({ settings }: { settings: SingleSignOn }) {
  const { directory, ours } = settings
  const show = useShowSettings()
  const [asking, setAsking] = useState<'replace' | 'remove' | null>(null)
  const [token, setToken] = useState<string | null>(null)
  const make = useMutation(
    orpc.singleSignOn.makeToken.mutationOptions({
      gcTime: 0, // the answer has the token, which stays nowhere
      onSuccess: (made) => {
        show(made.settings)
        setToken(made.token)
      },
      onError: (error) => notifyProblem('No token was made', error),
      onSettled: () => setAsking(null),
    }),
  )
  const remove = useMutation(
    orpc.singleSignOn.removeToken.mutationOptions({
      onSuccess: show,
      onError: (error) => notifyProblem('Not removed', error),
      onSettled: () => setAsking(null),
    }),
  )
  return (
    <Panel
      title="Provisioning by SCIM 2.0"
      description="Your directory says who may come, which groups they are in, and whose access ends."
    >
      <div className="grid gap-4">
        <HeldNote settings={settings} />
        <CopyField label="Address, copy to your directory" text={ours.scimUrl} />
        <p className="text-muted-foreground text-sm">
          {directory
            ? `Token of ${date(directory.madeAt)}, ${directory.usedAt ? `last used ${dateTime(directory.usedAt)}` : 'not used yet'}.`
            : 'People whom it provisions become members when they first sign in. Deactivating one ends the membership and all sessions at once.'}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            variant={directory ? 'outline' : 'soft'}
            loading={make.isPending}
            onClick={() => (directory ? setAsking('replace') : make.mutate({}))}
          >
            {directory ? 'Replace Token' : 'Make Token'}
          </Button>
          {directory && (
            <Button variant="ghost" onClick={() => setAsking('remove')}>
              Remove Token
            </Button>
          )}
        </div>
      </div>
      {asking && (
        <ConfirmDialog
          open
          isDestructive={asking === 'remove'}
          onOpenChange={() => setAsking(null)}
          title={asking === 'remove' ? 'Remove the token?' : 'Replace the token?'}
          description={
            asking === 'remove'
              ? 'Your directory can no longer provision. Members stay.'
              : 'The present token ends now; your directory needs the new one to go on.'
          }
          action={asking === 'remove' ? 'Remove Token' : 'Replace Token'}
          isBusy={make.isPending || remove.isPending}
          onConfirm={() => (asking === 'remove' ? remove.mutate({}) : make.mutate({}))}
        />
      )}
      {token && (
        <ShownOnce
          title="Store the token now"
          description="Your directory sends it as a bearer token. It will not be shown again; a lost one is replaced."
          noun="Token"
          secret={token}
          onClose={() => setToken(null)}
        />
      )}
    </Panel>
  )
}

/** Asks about deactivations that wait because there were too many at once. */
function HeldNote({ settings: { held } }: { settings: SingleSignOn }) {
  const show = useShowSettings()
  const settle = useMutation(
    orpc.singleSignOn.settleHeld.mutationOptions({
      onSuccess: (next) => {
        show(next)
        notify.success('Decided')
      },
      onError: (error) => notifyProblem('Nothing was changed', error),
    }),
  )
  if (held.length === 0) return null
  const shown = held.slice(0, 5).map(({ email }) => email)
  const more = held.length - shown.length
  const replaced = held.filter(({ isReplaced }) => isReplaced).map(({ email }) => email)
  return (
    <div role="status" className="grid gap-3 rounded-md bg-st-warn-bg px-4 py-3 text-st-warn-fg">
      <p className="text-sm">
        Your directory has deactivated more members within an hour than a fifth of all, or five.
        Until you decide, access goes on for {shown.join(', ')}
        {more > 0 && ` and ${more} more`}.
      </p>
      {replaced.length > 0 && (
        <p className="text-sm">
          The directory has deleted {replaced.join(', ')} and given the user name to somebody else.
          Who is kept stays a member, and the directory has no user for them until it makes one
          under another name.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="destructive"
          loading={settle.isPending}
          onClick={() => settle.mutate({ isConfirmed: true })}
        >
          End Their Access
        </Button>
        <Button
          size="sm"
          variant="outline"
          disabled={settle.isPending}
          onClick={() => settle.mutate({ isConfirmed: false })}
        >
          Keep Them
        </Button>
      </div>
    </div>
  )
}
