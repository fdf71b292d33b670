/** Writes numbers, arrays of numbers, maps and plain objects as JSON that reads back equal, to the last bit. */

const ARRAYS = { Float64Array, Float32Array, Int32Array, Uint16Array, Uint8Array } as const

type ArrayName = keyof typeof ARRAYS

/** Marks what JSON has no form for: `{"$": "Int32Array", "of": [...]}`. */
const MARK = '$'
const SPECIAL_NUMBERS = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  ['-0', -0],
])

/** Returns the JSON of a value, equal for equal values; properties that are undefined are left out. Throws a TypeError for what it has no form for. */
export function encodeValue(value: unknown): string {
  return JSON.stringify(toPlain(value))
}

/** Returns the value of JSON from `encodeValue`. Throws a SyntaxError for other text. */
export function decodeValue(json: string): unknown {
  return fromPlain(JSON.parse(json))
}

function toPlain(value: unknown): unknown {
  if (typeof value === 'number') return plainNumber(value)
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(toPlain)
  if (value instanceof Map) return { [MARK]: 'Map', of: [...value].map(toPlain) }
  if (ArrayBuffer.isView(value) && isArrayName(value.constructor.name))
    return { [MARK]: value.constructor.name, of: Array.from(value as Float64Array, plainNumber) }
  if (typeof value !== 'object' || value === undefined)
    throw new TypeError(`A model holds no ${typeof value}.`)
  const entries = Object.entries(value)
    .filter(([, of]) => of !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const plain = entries.map(([key, of]): [string, unknown] => [key, toPlain(of)])
  // Names of the customer's own, such as those of a mapping, may be anything.
  const isMarked = plain.some(([key]) => key === MARK || key === '__proto__')
  return isMarked ? { [MARK]: 'Object', of: plain } : Object.fromEntries(plain)
}

function plainNumber(value: number): unknown {
  return Number.isFinite(value) && !Object.is(value, -0)
    ? value
    : { [MARK]: 'number', of: Object.is(value, -0) ? '-0' : String(value) }
}

function fromPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(fromPlain)
  if (!Object.hasOwn(value, MARK))
    return objectOf(Object.entries(value).map(([key, own]) => [key, fromPlain(own)]))
  const { [MARK]: type, of } = value as { [MARK]: unknown; of: unknown }
  if (type === 'number') return numberOf(value)
  if (!Array.isArray(of)) throw new SyntaxError('A marked value of a model has no content.')
  if (type === 'Map') return new Map(of.map(pairOf))
  if (type === 'Object') return objectOf(of.map(pairOf).map(([key, own]) => [String(key), own]))
  if (typeof type === 'string' && isArrayName(type)) return ARRAYS[type].from(of.map(numberOf))
  throw new SyntaxError('A model has a value of an unknown type.')
}

/** Defines properties one by one, so that a property of any name stays off the prototype. */
function objectOf(entries: [string, unknown][]): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const [key, value] of entries)
    Object.defineProperty(made, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  return made
}

function pairOf(pair: unknown): [unknown, unknown] {
  if (!Array.isArray(pair) || pair.length !== 2)
    throw new SyntaxError('A map of a model is damaged.')
  return [fromPlain(pair[0]), fromPlain(pair[1])]
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  const special = (value as { of?: unknown } | null)?.of
  const number = typeof special === 'string' ? SPECIAL_NUMBERS.get(special) : undefined
  if (number !== undefined) return number
  throw new SyntaxError('A number of a model is damaged.')
}

const isArrayName = (name: string): name is ArrayName => Object.hasOwn(ARRAYS, name)
