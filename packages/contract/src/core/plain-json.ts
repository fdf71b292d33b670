/**
 * Returns true if the value can be represented in JSON and is nested at most `maxDepth` deep.
 * Iterates instead of recursing, because an attacker chooses the depth.
 */
export function isPlainJson(value: unknown, maxDepth: number): boolean {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (value === null || typeof value === 'string' || typeof value === 'boolean') continue
    if (typeof value === 'number' && Number.isFinite(value)) continue
    if (typeof value !== 'object' || depth >= maxDepth || !isPlain(value)) return false
    for (const part of Object.values(value))
      if (part !== undefined) open.push({ value: part, depth: depth + 1 })
  }
  return true
}

const isPlain = (value: object) =>
  Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value))
