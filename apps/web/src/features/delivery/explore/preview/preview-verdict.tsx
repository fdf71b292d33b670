import type { AgreedColumn, ShownPreview } from '@semblance/contract'
import { Check, CircleMinus, type LucideIcon, Plus, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Verdict } from '@/components/blocks/verdict.tsx'
import { cn } from '@/lib/cn.ts'
import { count, plural } from '@/lib/format.ts'
import { tallyOf } from './describe-preview.ts'

const MOST_NAMED = 2

/** Says first how the synthetic rows compare with the agreed columns. */
export function PreviewVerdict({ preview }: { preview: ShownPreview }) {
  const { agreed, figures, isLoaded, tables } = preview
  const { matched, differing, missing, extra } = tallyOf(preview)
  const columns = tables.reduce((sum, table) => sum + table.columns.length, 0)
  const isComplete = differing.length + missing.length === 0
  return (
    <Verdict
      tone={agreed ? (isComplete ? 'passed' : 'warned') : 'neutral'}
      sentence={
        agreed ? (
          <>
            {matchText(matched.length, agreed.length)}
            <Named columns={missing} verb={['is missing', 'are missing']} />
            <Named columns={differing} verb={['differs', 'differ']} />
          </>
        ) : (
          `${plural(columns, 'column')}; the request names none, so there is nothing to compare with.`
        )
      }
      aside={
        agreed && (
          <ul className="flex flex-wrap gap-x-5 gap-y-1 pt-0.5 text-sm max-md:pl-8">
            <Count icon={Check} count={matched.length} word="match" />
            <Count
              icon={TriangleAlert}
              count={differing.length}
              word={differing.length === 1 ? 'differs' : 'differ'}
              color="text-st-danger-fg"
            />
            <Count
              icon={CircleMinus}
              count={missing.length}
              word="missing"
              color="text-st-danger-fg"
            />
            <Count icon={Plus} count={extra.length} word="not asked for" />
          </ul>
        )
      }
    >
      {figures?.epsilon === null || !figures
        ? `${count(tables[0]?.rows ?? 0)} rows, all synthetic.`
        : `${count(tables[0]?.rows ?? 0)} rows, made at ε = ${figures.epsilon}${isLoaded ? '' : " and charged to the source's privacy account"}.`}{' '}
      No row stands for a real record. How the whole delivery compares with its original is in the
      report that comes with it.
    </Verdict>
  )
}

function matchText(matched: number, agreed: number): string {
  if (agreed === 1)
    return `The agreed column ${matched === 1 ? 'matches' : 'does not match'} in these rows.`
  return `${matched === agreed ? `All ${agreed}` : `${matched} of ${agreed}`} agreed columns match in these rows.`
}

function Named({
  columns,
  verb: [one, many],
}: {
  columns: readonly AgreedColumn[]
  verb: readonly [string, string]
}): ReactNode {
  if (columns.length === 0) return null
  if (columns.length > MOST_NAMED) return ` ${columns.length} ${many}.`
  return (
    <>
      {' '}
      {columns.map(({ table, name }, place) => (
        <span key={`${table} ${name}`}>
          {place > 0 && ' and '}
          <span className="mono">{name}</span>
        </span>
      ))}{' '}
      {columns.length === 1 ? one : many}.
    </>
  )
}

type CountProps = { icon: LucideIcon; count: number; word: string; color?: string }

function Count({ icon: Icon, count: number, word, color }: CountProps) {
  if (number === 0) return null
  return (
    <li className="inline-flex items-center gap-1.5">
      <Icon className={cn('size-4', color)} aria-hidden />
      <span>
        <span className="num font-semibold">{number}</span>{' '}
        <span className="text-muted-foreground">{word}</span>
      </span>
    </li>
  )
}
