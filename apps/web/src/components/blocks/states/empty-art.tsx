const lines = Array.from({ length: 34 }, (_, index) => {
  const x = 4 + index * 4.85
  const z = (x - 84) / 34
  return { x, bell: 46 * Math.exp(-z * z * 1.1), inGap: index > 14 && index < 20 }
})

/** empty: a flat hatch and the curve it waits for. error: a bell with a piece missing. */
export function EmptyArt({ variant = 'empty' }: { variant?: 'empty' | 'error' }) {
  return (
    <svg aria-hidden width="168" height="64" viewBox="0 0 168 64" fill="none">
      {lines.map(({ x, bell, inGap }) => {
        const broken = variant === 'error' && inGap
        const height = variant === 'empty' ? 3 : broken ? 2 : bell
        return (
          <path
            key={x}
            d={`M${x} 60V${60 - height}`}
            stroke="var(--brass)"
            strokeWidth="1.6"
            opacity={broken ? 0.5 : 0.9}
          />
        )
      })}
      {variant === 'empty' ? (
        <path
          d="M4 60C56 60 56 14 84 14S112 60 164 60"
          stroke="var(--primary)"
          strokeWidth="1.6"
          strokeDasharray="3 4"
        />
      ) : (
        <path
          d="M4 60C40 58 52 22 74 15M97 18C116 30 124 57 164 60"
          stroke="var(--primary)"
          strokeWidth="1.8"
        />
      )}
      <path d="M0 60.5H168" stroke="var(--border-strong)" />
    </svg>
  )
}
