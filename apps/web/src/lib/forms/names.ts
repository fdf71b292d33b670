/** "Amara van Okafor" -> Amara, van Okafor. */
export function splitName(name: string) {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return { first_name: first, last_name: rest.join(' ') }
}

type Names = { first_name: string; last_name: string }

export const fullName = ({ first_name: first, last_name: last }: Names) => `${first} ${last}`.trim()
