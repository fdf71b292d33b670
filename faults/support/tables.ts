/** Tables of people, made up by arithmetic. */

let tablesMade = 0

const cities = ['Berlin', 'Paris', 'Rome', 'Oslo', 'Madrid']

/** Returns a CSV file with a pattern; a synthesis takes about as long as its rows and columns are many. */
export function tableOf(rows: number, columns = 0): Buffer<ArrayBuffer> {
  tablesMade += 1 // the same table again would share one privacy limit
  const names = Array.from({ length: columns }, (_, index) => `,figure_${index}`)
  const lines = Array.from({ length: rows }, (_, i) => {
    const age = 20 + ((i * 7) % 50)
    // To the cent, so that a twin's row is one of the original's by no chance.
    const income = 20_000 + age * 500 + ((i * 37) % 900) + ((i * 7919 + tablesMade) % 100) / 100
    const more = names.map((_, index) => `,${(i * (31 + index * 2)) % 997}`)
    return `${age},${cities[(i * i) % 5]},${income.toFixed(2)}${more.join('')}`
  })
  return Buffer.from(`age,city,income${names.join('')}\n${lines.join('\n')}\n`)
}
