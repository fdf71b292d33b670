type RulerTicksProps = {
  /** Number of divisions; every tenth is long, every fifth of medium length. */
  divisions?: number
}

/** Shows the ticks of a ruler, stretched over the positioned box around them. */
export function RulerTicks({ divisions = 40 }: RulerTicksProps) {
  const marks = Array.from({ length: divisions + 1 }, (_, index) => index)
  return (
    <svg
      aria-hidden
      className="absolute inset-0 h-full w-full overflow-visible"
      preserveAspectRatio="none"
      viewBox="0 0 400 24"
    >
      {marks.map((mark) => {
        const top = mark % 10 === 0 ? 8 : mark % 5 === 0 ? 13 : 17
        return (
          <path
            key={mark}
            d={`M${((mark / divisions) * 400).toFixed(2)} 24V${top}`}
            stroke="var(--muted-foreground)"
            strokeOpacity={mark % 10 === 0 ? 0.8 : 0.45}
            vectorEffect="non-scaling-stroke"
          />
        )
      })}
    </svg>
  )
}
