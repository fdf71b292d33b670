import { SettingsPage } from '@/features/core/app-shell/pages/settings-page.tsx'
import { KeysPanel, keysQuery } from '@/features/people/keys/keys-panel.tsx'
import { QuickStart } from '@/features/people/quick-start/quick-start.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'

export const queries = queriesForRole('administrator', () => [keysQuery])

export default function Developers() {
  return (
    <SettingsPage title="Developers" meta="How programs work with your organization">
      <div className="grid min-w-0 gap-6">
        <KeysPanel />
        <QuickStart />
      </div>
    </SettingsPage>
  )
}
