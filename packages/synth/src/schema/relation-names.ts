/** Names of keys that say nothing of the table they are of. */
const BARE_KEYS = new Set(
  ['id', 'row id', 'key', 'no', 'nr', 'nbr', 'number', 'code', 'uuid', 'guid'].map(plain),
)

/**
 * Returns true if a column's name refers to a key of a table: "customer_id", "CustomerID" and
 * "customer" may hold the "id" of "customers", and "isbn" that of a table which has a column of
 * that name.
 */
export function namesKeyOf(column: string, table: string, key: string): boolean {
  const [name, own, keyName] = [column, table, key].map(plain) as [string, string, string]
  if (name === keyName) return !BARE_KEYS.has(keyName)
  return [own, singular(own)].some((of) => name === of || name.endsWith(of + keyName))
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function singular(noun: string): string {
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`
  if (/(ss|x|z|ch|sh)es$/.test(noun)) return noun.slice(0, -2)
  return noun.replace(/s$/, '')
}
