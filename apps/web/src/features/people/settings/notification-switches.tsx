import type { NotificationPreferences } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SwitchRow } from '@/components/ui/switch-row.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { preferenceSwitches, preferencesQuery } from './preferences.ts'
import { turnPush } from './turn-push.ts'

/** Shows the notification settings; each switch saves itself. */
export function NotificationSwitches() {
  const query = useQuery(preferencesQuery)
  const queries = useQueryClient()
  const save = useMutation(
    orpc.settings.updateNotificationPreferences.mutationOptions({
      onMutate: async (next) => {
        await queries.cancelQueries(preferencesQuery) // an answer under way would undo the switch
        const before = queries.getQueryData(preferencesQuery.queryKey)
        queries.setQueryData(preferencesQuery.queryKey, next)
        return { before }
      },
      onSuccess: () => notify.success('Preferences Saved'),
      onError: (error, _next, kept) => {
        queries.setQueryData(preferencesQuery.queryKey, kept?.before)
        notify.error('Preferences not saved', toProblem(error).message)
      },
    }),
  )
  const turn = async (known: NotificationPreferences, key: keyof typeof known, on: boolean) => {
    notify.dismiss()
    if (key === 'pushNotifications') await turnPush(on)
    // Another switch may have been turned during the browser's question.
    save.mutate({ ...(queries.getQueryData(preferencesQuery.queryKey) ?? known), [key]: on })
  }
  return (
    <Panel className="max-w-[720px]">
      <QueryState query={query} errorTitle="Your preferences did not load">
        {(saved) => (
          <div className="-my-3 divide-y">
            {preferenceSwitches.map(({ key, ...texts }) => (
              <SwitchRow
                key={key}
                {...texts}
                checked={saved[key]}
                disabled={save.isPending}
                onCheckedChange={(checked) => turn(saved, key, checked)}
              />
            ))}
          </div>
        )}
      </QueryState>
    </Panel>
  )
}
