import { cn } from '@/lib/cn.ts'
import { HeatScale } from './heat-scale.tsx'

export type CorrelationHeatmapProps = {
  columns: readonly string[]
  /** Square, symmetric, from -1 to 1; null where a pair has no correlation. */
  original: readonly (readonly (number | null)[])[]
  synthetic: readonly (readonly (number | null)[])[]
  className?: string
}

/** Every pair twice: the original below the diagonal (ringed in brass), its twin above. */
export function CorrelationHeatmap({
  columns,
  original,
  synthetic,
  className,
}: CorrelationHeatmapProps) {
  const difference = largestDifference(original, synthetic)
  return (
    <figure className={cn('min-w-0', className)}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        role="group"
        aria-label="Correlations, scrollable"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className="relative overflow-x-auto rounded-xs"
      >
        <div
          role="img"
          aria-label={`Correlations between ${columns.length} columns, original below the diagonal, synthetic twin above. The largest difference is ${difference.toFixed(2)}.`}
        >
          <table
            className="num w-full table-fixed border-separate border-spacing-[2px] text-xs"
            style={{ minWidth: 112 + columns.length * 46 }}
          >
            <thead>
              <tr>
                <td className="w-[112px]" />
                {columns.map((column, j) => (
                  <th
                    key={column}
                    title={column}
                    className="mono pb-1 font-normal text-muted-foreground"
                  >
                    {j + 1}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {columns.map((column, i) => (
                <tr key={column}>
                  <th title={column} className="mono truncate pr-2 text-left font-normal">
                    <span className="text-muted-foreground">{i + 1}</span> {column}
                  </th>
                  {columns.map((other, j) => (
                    <HeatCell
                      key={other}
                      side={i === j ? 'diagonal' : i > j ? 'original' : 'synthetic'}
                      value={(i > j ? original : synthetic)[i]?.[j] ?? null}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <figcaption className="mt-3 flex flex-wrap items-center justify-between gap-3 text-sm">
        <span className="text-muted-foreground">
          Largest difference{' '}
          <span className="num font-medium text-foreground">{difference.toFixed(2)}</span>
        </span>
        <HeatScale />
      </figcaption>
    </figure>
  )
}

type HeatCellProps = { side: 'diagonal' | 'original' | 'synthetic'; value: number | null }

function HeatCell({ side, value }: HeatCellProps) {
  if (side === 'diagonal')
    return (
      <td className="h-8">
        <span className="block h-px w-full rotate-[24deg] bg-border-strong" />
      </td>
    )
  return (
    <td
      className={cn('h-8 text-center', side === 'original' && 'ring-1 ring-brass-line ring-inset')}
      style={value === null ? undefined : { background: heat(value) }}
    >
      {value === null ? '–' : hundredths(value)}
    </td>
  )
}

function heat(value: number) {
  const ink = value >= 0 ? 'var(--chart-1)' : 'var(--chart-3)'
  return `color-mix(in oklab, ${ink} calc(var(--heat-max) * ${Math.abs(value).toFixed(3)}), var(--card))`
}

type Matrix = CorrelationHeatmapProps['original']

function largestDifference(original: Matrix, synthetic: Matrix) {
  const differences = original.flatMap((row, i) =>
    row.slice(0, i).map((value, j) => {
      const twin = synthetic[i]?.[j] ?? null
      return value === null || twin === null ? 0 : Math.abs(value - twin)
    }),
  )
  return Math.max(0, ...differences)
}

/** ".42", "-.07", "1.00"; what rounds to nothing has no sign. */
function hundredths(value: number) {
  const text = value.toFixed(2).replace('0.', '.')
  return text === '-.00' ? '.00' : text
}
