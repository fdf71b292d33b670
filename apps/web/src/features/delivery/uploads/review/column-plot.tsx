import type { ColumnProfile } from '@semblance/contract'
import { MiniBars } from '@/components/viz/mini-bars.tsx'
import { MiniShares } from '@/components/viz/mini-shares.tsx'

/** Draws the vendor's own values in the vendor's color; the caller states them in words. */
export function ColumnPlot({
  profile,
  height = 30,
}: {
  profile: ColumnProfile | undefined
  height?: number
}) {
  const plot = profile?.plot
  if (!plot) return null
  return plot.type === 'histogram' ? (
    <MiniBars bars={plot.counts} ink="original" height={height} />
  ) : (
    <MiniShares shares={plot.counts} ink="original" height={height} />
  )
}
