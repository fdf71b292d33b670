export type ServerEvent = { id: string | undefined; data: string }

/** Reads server-sent events from an answer until it ends. Lines without content keep a connection and are no events. */
export async function* readServerEvents(
  response: Response,
  signal?: AbortSignal,
): AsyncGenerator<ServerEvent> {
  if (!response.body) return
  let id: string | undefined
  let data: string[] = []
  for await (const line of linesOf(response.body, signal)) {
    if (line === '') {
      if (data.length > 0) yield { id, data: data.join('\n') }
      data = []
      continue
    }
    const [, field, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (field === 'id') id = value
    if (field === 'data') data.push(value)
  }
}

async function* linesOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream() as never, { signal })) {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
  }
}
