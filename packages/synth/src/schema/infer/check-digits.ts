/**
 * Returns true for an IBAN: a country, two check digits and an account, with the remainder 1 of ISO
 * 13616.
 */
export function isIban(value: string): boolean {
  const compact = value.replaceAll(' ', '').toUpperCase()
  return /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(compact) && ibanRemainder(compact) === 1
}

/**
 * Returns the remainder by 97 of an IBAN's digits, letters counting from A = 10, with its first
 * four characters moved to the end.
 */
export function ibanRemainder(compact: string): number {
  let remainder = 0
  for (const place of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(place, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder
}

/**
 * Returns true for 13 to 19 digits, perhaps in groups, with the check digit of ISO/IEC 7812 (Luhn).
 */
export function isCard(value: string): boolean {
  const digits = value.replaceAll(/[ -]/g, '')
  return /^\d{13,19}$/.test(digits) && luhnSum(digits) % 10 === 0
}

/** Sums digits from the right, every second one doubled with its own digits added. */
export function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, i) => {
    const value = Number(digit) * (1 + (i % 2))
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}
