import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'

type LinkRowProps = { to: string; title: string; description: string }

/** Shows a link with one sentence, as under the sign-in form. Stack several in a `border-t` box. */
export function LinkRow({ to, title, description }: LinkRowProps) {
  return (
    <Link to={to} className="group flex items-center gap-3 border-b py-3.5">
      <span className="flex-1">
        <span className="block font-medium text-primary group-hover:underline">{title}</span>
        <span className="block text-muted-foreground text-sm">{description}</span>
      </span>
      <ArrowRight
        className="size-4 text-muted-foreground transition-transform group-hover:translate-x-0.5"
        aria-hidden
      />
    </Link>
  )
}
