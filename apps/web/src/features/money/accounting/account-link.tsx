import { Link } from 'react-router'
import { cn } from '@/lib/cn.ts'
import { paths } from '@/paths.ts'
import { shortCode } from './ledger-labels.ts'

type AccountLinkProps = {
  code: string
  /** Stands for the organization's long ID. */
  subject?: string | null
  className?: string
}

/** Opens the account's statement. */
export function AccountLink({ code, subject, className }: AccountLinkProps) {
  return (
    <Link
      to={`${paths.ledger}?tab=accounts&account=${encodeURIComponent(code)}`}
      title={code}
      className={cn('mono rounded-xs text-sm underline-offset-[3px] hover:underline', className)}
    >
      {subject ? `${code.split(':')[0]}:${subject}` : shortCode(code)}
    </Link>
  )
}
