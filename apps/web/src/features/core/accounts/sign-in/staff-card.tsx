import { ArrowRight, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '@/paths.ts'

export function StaffCard() {
  return (
    <Link
      to={paths.staff}
      className="group card flex items-center gap-4 p-5 transition-colors hover:border-input md:col-span-2 md:px-6"
    >
      <span
        aria-hidden
        className="grid size-9 shrink-0 place-items-center rounded-sm bg-muted text-muted-foreground"
      >
        <ShieldCheck className="size-5" />
      </span>
      <div className="flex-1">
        <h2 className="font-semibold text-lg">Compliance review</h2>
        <p className="text-base text-muted-foreground">Applications, disputes, money and support</p>
      </div>
      <ArrowRight
        className="size-4 shrink-0 text-muted-foreground transition-transform group-hover:translate-x-0.5"
        aria-hidden
      />
    </Link>
  )
}
