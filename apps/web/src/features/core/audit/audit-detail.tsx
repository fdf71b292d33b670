import type { AuditRow } from '@semblance/contract'
import { Link } from 'react-router'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { exactTime, titleCase } from '@/lib/format.ts'
import { actionLabel, leafNote, objectPath } from './audit-labels.ts'

/** Shows one row of the audit log with all details, and its leaf in the transparency log. */
export function AuditDetail({ row, onClose }: { row: AuditRow; onClose: () => void }) {
  const { seq, at, actorName, actorEmail, action, object, detail, leaf, commitment } = row
  const path = objectPath(object)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={actionLabel(action)}
      description={`Number ${seq}, ${exactTime(at)}`}
    >
      <DescriptionList
        rows={[
          {
            term: 'By',
            value: (
              <span className="[overflow-wrap:anywhere]">
                {actorName ?? 'The platform'}
                {actorEmail && actorEmail !== actorName && `, ${actorEmail}`}
              </span>
            ),
          },
          { term: 'Action', value: <span className="mono text-sm">{action}</span> },
          {
            term: 'Object',
            value: (
              <span className="mono text-sm [overflow-wrap:anywhere]">
                {path ? (
                  <Link to={path} className="text-primary underline underline-offset-[3px]">
                    {object}
                  </Link>
                ) : (
                  object
                )}
              </span>
            ),
          },
          ...Object.entries(detail)
            .filter(([, value]) => value !== null)
            .map(([name, value]) => ({
              term: titleCase(name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')),
              value: <span className="num [overflow-wrap:anywhere]">{String(value)}</span>,
            })),
          {
            term: 'Leaf',
            value: leaf ? <span className="num">{String(leaf.index)}</span> : leafNote(commitment),
          },
        ]}
      />
      {commitment && (
        <p className="mono mt-3 break-all rounded-sm bg-sunken p-3 text-xs">
          <span className="sr-only">Commitment </span>
          {commitment}
        </p>
      )}
    </Dialog>
  )
}
