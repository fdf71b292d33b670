const UUID = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/

/** Returns the shape of a text: A a 9 for letters and digits, # for the digits of a UUID. */
export function maskOf(text: string): string {
  if (UUID.test(text)) return text.replace(/[0-9a-fA-F]/g, '#')
  return text.replace(/\p{N}|\p{L}/gu, (place) => {
    if (/\p{N}/u.test(place)) return '9'
    return /\p{Lu}/u.test(place) ? 'A' : 'a'
  })
}
