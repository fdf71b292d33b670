/** Makes the value on the first call and returns the same one afterwards. */
export function lazyComponent<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
