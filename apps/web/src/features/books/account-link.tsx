import { Link } from 'react-router'
import { cn } from '@/lib/cn.ts'
import { paths } from '@/paths.ts'
import { shortCode } from './ledger-labels.ts'

/** Opens the account's statement. */
export function AccountLink({ code, className }: { code: string; className?: string }) {
  return (
    <Link
      to={`${paths.ledger}?tab=accounts&account=${encodeURIComponent(code)}`}
      title={code}
      className={cn('mono rounded-xs text-sm underline-offset-[3px] hover:underline', className)}
    >
      {shortCode(code)}
    </Link>
  )
}
