import type { LegalDocument, LegalEntry } from '@semblance/contract'
import { LinkRow } from '@/components/blocks/lists/link-row.tsx'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

const subjects: Record<LegalDocument, string> = {
  terms: 'What holds between your organization and the operator of the platform',
  privacy: 'Which data about people is kept, for what, how long, and who gets it',
  dpa: 'How personal data in uploaded originals is processed for vendors',
  license: 'What a client may do with a delivered twin',
}

/** Lists the documents in force. */
export function LegalIndex({ documents }: { documents: readonly LegalEntry[] }) {
  return (
    <nav aria-label="Legal documents" className="max-w-[76ch] border-t">
      {documents.map(({ document, title, dated }) => (
        <LinkRow
          key={document}
          to={paths.legalDocument(document)}
          title={title}
          description={`${subjects[document]}. Version of ${date(dated)}.`}
        />
      ))}
      <LinkRow
        to={paths.claims}
        title="What is measured and guaranteed"
        description="The sentences of the landing page, and the marketplace's own figures behind them."
      />
    </nav>
  )
}
