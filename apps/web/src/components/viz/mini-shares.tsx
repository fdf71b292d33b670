import { type Ink, inkColors } from './mini-bars.tsx'

type MiniSharesProps = {
  /** Shares of the most frequent values, largest first; four are drawn. */
  shares: readonly number[]
  ink: Ink
  /** Pixels. */
  height?: number
}

/** Draws the most frequent values as bars, the longest across; the caller names them in words. */
export function MiniShares({ shares, ink, height = 30 }: MiniSharesProps) {
  const shown = shares.slice(0, 4).map((share, place) => ({ share, place }))
  const longest = Math.max(...shares, 0) || 1
  return (
    <div
      aria-hidden
      className="flex flex-col justify-end gap-[2px] border-border-strong border-b print:[print-color-adjust:exact]"
      style={{ height }}
    >
      {shown.map(({ share, place }) => (
        <div
          key={place}
          className="h-[5px]"
          style={{
            width: `${Math.max(2, (share / longest) * 100)}%`,
            background: inkColors[ink],
          }}
        />
      ))}
    </div>
  )
}
