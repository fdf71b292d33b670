import { conditionText, type Draw, guaranteeText, readDraw } from '@semblance/contract'
import { Download } from 'lucide-react'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Button } from '@/components/ui/button.tsx'
import { saveFile } from '@/lib/files/save-file.ts'
import { dateTime, plural } from '@/lib/format.ts'
import { DeliveredFiles } from '../delivered-files.tsx'

/** Shows one draw with its files and their certificate, or the reason for which there are none. */
export function DrawItem({ dprId, draw }: { dprId: string; draw: Draw }) {
  const { number, rows, status, conditions, createdAt, files, reason } = draw
  return (
    <li className="py-3">
      <p className="num flex flex-wrap justify-between gap-x-3">
        <span className="font-medium">
          Draw {number}: {plural(rows, 'row')}
        </span>
        <span className="text-muted-foreground text-sm">{dateTime(createdAt)}</span>
      </p>
      {conditions.length > 0 && (
        <p className="mono mt-1 text-sm [overflow-wrap:anywhere]">
          {conditions.map(conditionText).join(', ')}
        </p>
      )}
      {status === 'queued' && (
        <p role="status" className="mt-1 text-muted-foreground text-sm">
          The rows are being drawn. You can leave this page.
        </p>
      )}
      {reason && <p className="mt-1 text-sm text-st-warn-fg">{reason}</p>}
      {files.length > 0 && <DeliveredFiles dprId={dprId} files={files} />}
      <DrawCertificate draw={draw} />
    </li>
  )
}

/** Shows what is certified of a draw, and hands the certificate out. */
function DrawCertificate({ draw: { id, jws } }: { draw: Draw }) {
  const stated = jws ? readDraw(jws) : null
  if (!jws || !stated) return null
  const { model, seed, engine, statements } = stated
  return (
    <details className="mt-1 text-sm">
      <summary className="cursor-pointer rounded-xs font-medium text-primary max-md:min-h-10 max-md:py-2">
        What is certified
      </summary>
      <DescriptionList
        rows={[
          { term: 'Model (SHA-256)', value: <Short text={model.sha256} /> },
          {
            term: 'Tells of any row, at most',
            value: model.guarantee
              ? `${guaranteeText(model.guarantee)}${model.measuredByVendor ? ', as the vendor states' : ''}`
              : 'Not on record',
          },
          { term: 'Privacy spent on the rows', value: 'None' },
          { term: 'Seed', value: <span className="num">{seed}</span> },
          { term: 'Engine', value: `${engine.name} ${engine.version}` },
        ]}
      />
      {statements.map((statement) => (
        <p key={statement} className="mt-2 text-muted-foreground">
          {statement}
        </p>
      ))}
      <Button
        size="sm"
        variant="outline"
        className="mt-3"
        onClick={() => saveFile(`${id}.jws`, jws, 'application/jose')}
      >
        <Download aria-hidden />
        Certificate (.jws)
      </Button>
    </details>
  )
}

const Short = ({ text }: { text: string }) => (
  <span className="mono" title={text}>
    {text.slice(0, 12)}
  </span>
)
