import { AccessDenied } from '@/features/shell/access-denied.tsx'

export default function Unauthorized() {
  return <AccessDenied />
}
