import { useRouteError } from 'react-router'
import { NewVersion } from '@/features/core/app-shell/new-version.tsx'
import { CrashNotice } from '@/features/core/app-shell/pages/crash-message.tsx'
import { isNotArrived } from '@/lib/pages/load-page.ts'

export function ErrorScreen() {
  const error = useRouteError()
  return isNotArrived(error) ? <NewVersion /> : <CrashNotice error={error} />
}
