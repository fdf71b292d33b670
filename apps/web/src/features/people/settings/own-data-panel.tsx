import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { api } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { saveFile } from '@/lib/files/save-file.ts'
import { isoDay } from '@/lib/format.ts'
import { DeleteAccount } from './delete-account.tsx'

/** Offers a copy of the user's data, and the deletion of the account. */
export function OwnDataPanel({ email }: { email: string }) {
  const exported = useMutation({
    mutationFn: () => api.settings.exportData(),
    onSuccess: (data) => {
      saveFile(`semblance-data-${isoDay(new Date())}.json`, toJson(data), 'application/json')
      notify.success('Download started', 'Everything Semblance keeps about you, as JSON.')
    },
    onError: (error) => notify.error('Not exported', toProblem(error).message),
  })
  return (
    <Panel title="Your data">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t py-4">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="font-medium">Export</h3>
          <p className="text-muted-foreground text-sm">
            Your profile, sessions, notifications and what you posted, in one JSON file.
          </p>
        </div>
        <Button variant="outline" loading={exported.isPending} onClick={() => exported.mutate()}>
          {!exported.isPending && <Download aria-hidden />}
          Export my data
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t pt-4">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="font-medium">Delete account</h3>
          <p className="text-muted-foreground text-sm">
            Erases your account and personal data. Your organization's contracts stay.
          </p>
        </div>
        <DeleteAccount email={email} />
      </div>
    </Panel>
  )
}

const toJson = (data: unknown) =>
  JSON.stringify(data, (_key, value) => (typeof value === 'bigint' ? value.toString() : value), 2)
