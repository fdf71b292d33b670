import { useRouteError } from 'react-router'
import { CrashNotice } from '@/features/shell/crash-notice.tsx'
import { NewVersion } from '@/features/shell/new-version.tsx'
import { isNotArrived } from '@/lib/load-page.ts'

export function ErrorScreen() {
  const error = useRouteError()
  return isNotArrived(error) ? <NewVersion /> : <CrashNotice error={error} />
}
