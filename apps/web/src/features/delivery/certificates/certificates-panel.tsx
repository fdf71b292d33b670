import { useQuery } from '@tanstack/react-query'
import { ArrowRight, BadgeCheck, Download } from 'lucide-react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { shortList } from '@/lib/api/by-cursor.ts'
import { dateTime } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

export const certificatesQuery = (contractId: string) =>
  orpc.certificates.list.queryOptions({
    input: { contractId, ...shortList },
    select: ({ items }) => items,
  })

/**
 * Lists a contract's certificates, newest first, to open, share and download. Renders nothing
 * without one.
 */
export function CertificatesPanel({ contractId }: { contractId: string }) {
  const { data = [] } = useQuery(certificatesQuery(contractId))
  if (data.length === 0) return null
  return (
    <Panel
      title={data.length === 1 ? 'Certificate' : 'Certificates'}
      description="Signed proof of what was delivered. Anyone you give the link can verify it."
      bodyClassName="pb-3!"
    >
      <ul className="divide-y">
        {data.map(({ id, issuedAt, format }) => (
          <li key={id} className="py-3 first:pt-0">
            <p className="num text-sm">Issued {dateTime(issuedAt)}</p>
            <Id className="block truncate text-xs">{id}</Id>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button asChild size="sm" variant="outline">
                <Link to={paths.certificate(id)}>
                  Open Certificate
                  <ArrowRight aria-hidden />
                </Link>
              </Button>
              <Button asChild size="sm" variant="ghost">
                <a href={`/api/certificates/${id}.${format}`} download>
                  <Download aria-hidden />.{format}
                  <span className="sr-only"> of {id}</span>
                </a>
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type CertificateRowsProps = {
  certificates: readonly { id: string; issuedAt: Date; format: string }[]
}

/** Lists certificates as documents, newest first; belongs in a list. */
export function CertificateRows({ certificates }: CertificateRowsProps) {
  return certificates.map(({ id, issuedAt, format }) => (
    <li key={id} className="flex items-center gap-3 py-2.5">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-sm bg-muted text-muted-foreground"
      >
        <BadgeCheck className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <Link to={paths.certificate(id)} className="link">
          Certificate of delivery
        </Link>
        <div className="num text-muted-foreground text-xs">issued {dateTime(issuedAt)}</div>
      </div>
      <Button asChild size="sm" variant="outline">
        <a href={`/api/certificates/${id}.${format}`} download>
          <Download aria-hidden />.{format}
          <span className="sr-only"> of {id}</span>
        </a>
      </Button>
    </li>
  ))
}
