import { useRouteError } from 'react-router'
import { CrashNotice } from '@/features/shell/crash-notice.tsx'

export function ErrorScreen() {
  return <CrashNotice error={useRouteError()} />
}
