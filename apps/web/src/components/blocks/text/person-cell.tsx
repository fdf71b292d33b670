import { Avatar } from '@/components/ui/avatar.tsx'

type PersonCellProps = {
  person: { name: string; email: string; isSelf: boolean }
  tone?: 'neutral' | 'client'
}

/** Renders the person of a table row; without a name, the e-mail replaces it. */
export function PersonCell({ person: { name, email, isSelf }, tone }: PersonCellProps) {
  return (
    <div className="flex items-center gap-3">
      <Avatar name={name || email} tone={tone} />
      <div className="min-w-0">
        <div className="font-medium">
          {name || email}
          {isSelf && <span className="font-normal text-muted-foreground"> (you)</span>}
        </div>
        <div className="font-normal text-muted-foreground text-sm [overflow-wrap:anywhere]">
          {email}
        </div>
      </div>
    </div>
  )
}
