import type { LegalAct, LegalEntry } from '@semblance/contract'
import { Fragment } from 'react'
import { useConsent } from '@/lib/api/legal-versions.ts'
import { cn } from '@/lib/cn.ts'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

type LegalLinksProps = { documents: readonly LegalEntry[] }

/** Links to documents in the versions shown, each in a tab of its own, so that a form keeps what was typed. */
export function LegalLinks({ documents }: LegalLinksProps) {
  return documents.map(({ document, title, version, dated }, index) => (
    <Fragment key={document}>
      {index > 0 && (index === documents.length - 1 ? ' and ' : ', ')}
      <a
        href={paths.legalVersion(document, version)}
        target="_blank"
        rel="noopener"
        className="text-primary underline underline-offset-[3px]"
      >
        {title}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>{' '}
      of {date(dated)}
    </Fragment>
  ))
}

type LegalNoteProps = {
  act: LegalAct
  /** Begins the sentence that names the documents. */
  lead: string
  className?: string
}

/** Names the documents that an act accepts, below its box. */
export function LegalNote({ act, lead, className }: LegalNoteProps) {
  const { documents, isShown, retry } = useConsent(act)
  if (retry && !isShown)
    return (
      <p className={cn('text-muted-foreground text-sm', className)}>
        The documents to accept did not load.{' '}
        <button type="button" className="link" onClick={retry}>
          Try again
        </button>
      </p>
    )
  if (!isShown) return null
  return (
    <p className={cn('text-muted-foreground text-sm', className)}>
      {lead} <LegalLinks documents={documents} />.
    </p>
  )
}
