import { AccessDenied } from '@/features/core/app-shell/pages/access-denied.tsx'

export default function Unauthorized() {
  return <AccessDenied />
}
