import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { SynthesisError } from '../../schema/synthesis-error.ts'

export type XmlHandlers = {
  /** `name` without its namespace's prefix. */
  open: (name: string, attributes: Record<string, string>) => void
  /** Receives the text of the element opened or closed last, perhaps in parts. */
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Longest text or tag, so that no file fills the memory: Excel's cells end at 32,767 characters. */
const MAX_TOKEN_BYTES = 4 * 2 ** 20
const LESS_THAN = 0x3c

/**
 * Parses XML as it comes; `afterChunk` holds it back. Entities of its own are not expanded. Throws
 * SynthesisError `not_a_table` for what is not well-formed.
 */
export async function parseXml(
  chunks: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
  afterChunk?: () => Promise<void>,
): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const decoder = new TextDecoder()
  let tokenBytes = 0
  parser.on('error', () => {
    throw rejectXml()
  })
  parser.on('opentag', (tag: SaxesTagPlain) => handlers.open(localName(tag.name), tag.attributes))
  parser.on('closetag', (tag: SaxesTagPlain) => handlers.close?.(localName(tag.name)))
  if (handlers.text) {
    parser.on('text', handlers.text)
    parser.on('cdata', handlers.text)
  }
  for await (const chunk of chunks) {
    const lastToken = chunk.lastIndexOf(LESS_THAN)
    tokenBytes = lastToken < 0 ? tokenBytes + chunk.length : chunk.length - lastToken
    if (tokenBytes > MAX_TOKEN_BYTES) throw rejectXml()
    parser.write(decoder.decode(chunk, { stream: true }))
    await afterChunk?.()
  }
  parser.close()
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function rejectXml(): SynthesisError {
  return new SynthesisError('not_a_table', 'The workbook is damaged. Please save it again.')
}
