import type { LegalText } from '@semblance/contract'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { DocumentText } from './document-text.tsx'

/** Shows one version of a legal document, with the way to the others. */
export function LegalDocumentView({ legal }: { legal: LegalText }) {
  const { document, title, version, dated, isInForce, text, versions } = legal
  const others = versions.filter((other) => other.version !== version)
  return (
    <>
      <PageHeader
        back={{ label: 'Legal documents', to: paths.legal }}
        title={title}
        meta={
          <>
            <span>Version of {date(dated)}</span>
            <a
              href={`/api/legal/${document}/${version}.md`}
              className="text-primary underline underline-offset-[3px] print:hidden"
            >
              As a text file
            </a>
          </>
        }
      />
      {!isInForce && (
        <p
          role="status"
          className="mb-5 flex max-w-[76ch] gap-2.5 rounded-md bg-st-warn-bg px-4 py-3 text-base text-st-warn-fg"
        >
          <TriangleAlert className="mt-px size-[18px] shrink-0" aria-hidden />
          <span>
            This is an earlier version.{' '}
            <Link to={paths.legalDocument(document)} className="underline underline-offset-[3px]">
              Read the one in force
            </Link>
          </span>
        </p>
      )}
      <DocumentText text={text} />
      <footer className="mt-10 max-w-[76ch] border-t pt-4 text-muted-foreground text-sm">
        <p>
          Fingerprint (SHA-256 of the text file):{' '}
          <span className="mono break-all text-xs">{version}</span>
        </p>
        {others.length > 0 && (
          <nav aria-label="Other versions" className="mt-3">
            <h2 className="font-medium text-foreground">Other versions</h2>
            <ul className="mt-1 grid gap-1">
              {others.map((other) => (
                <li key={other.version}>
                  <Link
                    to={paths.legalVersion(document, other.version)}
                    className="text-primary underline underline-offset-[3px]"
                  >
                    Version of {date(other.dated)}
                  </Link>
                  , in force from <TimeText at={other.publishedAt} show={date} />{' '}
                  <span className="mono text-xs">{other.version.slice(0, 8)}</span>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </footer>
    </>
  )
}
