/** Reads the first part at once, so that a store that is away is an error before the answer begins. */
export async function startReading(content: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> {
  const parts = content[Symbol.asyncIterator]()
  const first = await parts.next()
  async function* all() {
    if (!first.done) yield first.value
    yield* { [Symbol.asyncIterator]: () => parts }
  }
  return all()
}
