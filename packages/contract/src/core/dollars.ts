/** Writes amounts of US cents as texts, never rounded: what is owed is shown to the cent. */

const dollarFormats = new Map<'stripIfInteger' | 'auto', Intl.NumberFormat>()

// Made on first use: a page that shows no amount does not pay for it.
function dollars(trailingZeroDisplay: 'stripIfInteger' | 'auto'): Intl.NumberFormat {
  const format =
    dollarFormats.get(trailingZeroDisplay) ??
    new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', trailingZeroDisplay })
  dollarFormats.set(trailingZeroDisplay, format)
  return format
}

/** Formats cents as dollars with their cents: 795000n -> "$7,950.00". */
export const formatDollars = (amountCents: bigint | number): string =>
  dollars('auto').format(Number(amountCents) / 100)

/** Formats cents as dollars, exact, without ".00": 795000n -> "$7,950", 795050n -> "$7,950.50". */
export const formatDollarsBriefly = (amountCents: bigint | number): string =>
  dollars('stripIfInteger').format(Number(amountCents) / 100)
