/** Reads reports that a mail cannot be delivered (RFC 3464). */
import PostalMime from 'postal-mime'

export type DeliveryReport = {
  /** Addresses that the report was sent to, as its first 20 headers of that kind begin with them. */
  sentTo: string
  /** The reason, as the server gave it, without control characters, which the database does not take. */
  reason: string
  /** The address itself is at fault, not the message, the sender or the way there. */
  isOfAddress: boolean
}

/**
 * Returns what a message says of a mail that failed for good; null for any other message: a delay,
 * a receipt, an answer of a person or of an absence.
 */
export async function readDeliveryReport(message: Uint8Array): Promise<DeliveryReport | null> {
  const { headers, attachments } = await PostalMime.parse(message, { attachmentEncoding: 'utf8' })
  const status = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  if (!status) return null
  const failed = groupsOf(String(status.content)).find(isFailed)
  if (!failed) return null
  const diagnostic = /^[^;]*;\s*(.+)$/s.exec(failed.get('diagnostic-code') ?? '')?.[1]?.trim()
  const code = failed.get('status') ?? ''
  return {
    sentTo: headers
      .filter(({ key }) => SENT_TO.has(key))
      .slice(0, 20)
      .map(({ value }) => value.slice(0, 4096))
      .join('\n'),
    reason: (diagnostic || code).replace(/\p{Cc}+/gu, ' ').slice(0, 500),
    isOfAddress: ADDRESS_AT_FAULT.test(code) || ADDRESS_AT_FAULT.test(codeIn(diagnostic)),
  }
}

const SENT_TO = new Set(['to', 'delivered-to', 'x-original-to'])

/**
 * Matches status codes of RFC 3463 and its register that blame the recipient's address or mailbox.
 * Not among them are the sender's address (5.1.7, 5.1.8), the size of a message (5.2.3), networks
 * (5.4), contents (5.6) and policies (5.7). "Undefined" (5.0.0) says nothing.
 */
const ADDRESS_AT_FAULT = /^5\.(1\.(0|1|2|3|4|6|10)|2\.(0|1|2|4))$/

/** Returns the status code that a server put into its reply, such as "550 5.1.1 no such user". */
const codeIn = (reply = '') => /\b5\.\d{1,3}\.\d{1,3}\b/.exec(reply)?.[0] ?? ''

const isFailed = (fields: Map<string, string>) =>
  /^failed\b/i.test(fields.get('action') ?? '') && /^5\./.test(fields.get('status') ?? '')

/** Splits a delivery status into its groups of fields; the first is about the message. */
const groupsOf = (text: string) =>
  text
    .replace(/\r\n/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/)
    .map((group) => new Map(group.split('\n').flatMap(fieldOf)))

const fieldOf = (line: string): [string, string][] => {
  const colon = line.indexOf(':')
  return colon < 1
    ? []
    : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]]
}
