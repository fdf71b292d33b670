import type { NotificationPreferences } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { SwitchRow } from '@/components/ui/switch-row.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { preferenceSwitches, preferencesQuery } from './preferences.ts'
import { turnPush } from './turn-push.ts'

/** Shows four switches and their save button. */
export function PreferencesPanel() {
  const query = useQuery(preferencesQuery)
  return (
    <Panel title="Notification preferences">
      <QueryState query={query} errorTitle="Your preferences did not load">
        {(saved) => <PreferencesForm saved={saved} />}
      </QueryState>
    </Panel>
  )
}

function PreferencesForm({ saved }: { saved: NotificationPreferences }) {
  const [changes, setChanges] = useState<Partial<NotificationPreferences>>({})
  const queries = useQueryClient()
  const save = useMutation(
    orpc.settings.updateNotificationPreferences.mutationOptions({
      onSuccess: (next, sent) => {
        queries.setQueryData(preferencesQuery.queryKey, next)
        setChanges((now) => turnedSince(sent, now))
        notify.success('Preferences Saved')
      },
      onError: (error) => notify.error('Preferences not saved', toProblem(error).message),
    }),
  )
  const draft = { ...saved, ...changes }
  const isChanged = preferenceSwitches.some(({ key }) => draft[key] !== saved[key])
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault()
        if (draft.pushNotifications !== saved.pushNotifications)
          await turnPush(draft.pushNotifications)
        save.mutate(draft)
      }}
    >
      <UnsavedGuard when={isChanged && !save.isPending} />
      <div className="divide-y">
        {preferenceSwitches.map(({ key, ...texts }) => (
          <SwitchRow
            key={key}
            {...texts}
            checked={draft[key]}
            onCheckedChange={(checked) => setChanges({ ...changes, [key]: checked })}
          />
        ))}
      </div>
      <Button type="submit" className="mt-3" loading={save.isPending}>
        Save Preferences
      </Button>
    </form>
  )
}

/** Returns the switches that were turned after these were sent. */
const turnedSince = (
  sent: NotificationPreferences,
  now: Partial<NotificationPreferences>,
): Partial<NotificationPreferences> =>
  Object.fromEntries(
    preferenceSwitches.flatMap(({ key }) =>
      now[key] === undefined || now[key] === sent[key] ? [] : [[key, now[key]]],
    ),
  )
