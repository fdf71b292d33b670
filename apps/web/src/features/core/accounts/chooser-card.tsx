import { ArrowRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

type ChooserCardProps = {
  to: string
  title: string
  description: string
  art: ReactNode
  items: readonly { icon: LucideIcon; label: string }[]
}

export function ChooserCard({ to, title, description, art, items }: ChooserCardProps) {
  return (
    <Link to={to} className="group card block overflow-hidden transition-colors hover:border-input">
      <div className="relative h-[104px] overflow-hidden border-b bg-sunken">{art}</div>
      <div className="p-5 md:p-6">
        <div className="flex items-center justify-between gap-4">
          <div>
            <h2 className="font-semibold text-lg">{title}</h2>
            <p className="text-base text-muted-foreground">{description}</p>
          </div>
          <span
            aria-hidden
            className="grid size-9 shrink-0 place-items-center rounded-full border border-border-strong transition-colors group-hover:border-primary group-hover:bg-primary group-hover:text-primary-foreground"
          >
            <ArrowRight className="size-4" />
          </span>
        </div>
        <ul className="mt-5 grid gap-2.5">
          {items.map(({ icon: Icon, label }) => (
            <li key={label} className="flex items-center gap-2.5 text-md">
              <Icon className="size-4 text-muted-foreground" aria-hidden />
              {label}
            </li>
          ))}
        </ul>
      </div>
    </Link>
  )
}
