import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Download } from 'lucide-react'
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
