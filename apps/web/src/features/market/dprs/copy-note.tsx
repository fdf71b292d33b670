import { Copy } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '@/paths.ts'

export function CopyNote({ of }: { of: { id: string; title: string } }) {
  return (
    <p className="mb-5 flex items-start gap-2.5 rounded-md border bg-sunken px-4 py-3 text-base">
      <Copy className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden />
      <span>
        A copy of{' '}
        <Link to={paths.dpr(of.id)} className="link">
          {of.title}
        </Link>{' '}
        (<span className="mono">{of.id}</span>). Change what has changed, then post it.
      </span>
    </p>
  )
}
