import pino from 'pino'
import { requestId } from './request-ids.ts'

export type Log = pino.Logger

const secrets = [
  'password',
  'token',
  'access_token',
  'refresh_token',
  'authorization',
  'cookie',
  'accountNumber',
  'routingNumber',
  'taxId',
  'account_number',
  'routing_number',
  'tax_id',
  'apikey',
]
/** A name and its string or number, in the finished line: pino's own masking looks only so deep. */
const secretValues = new RegExp(`"(${secrets.join('|')})":(?:"(?:[^"\\\\]|\\\\.)*"|-?[\\d.]+)`, 'g')

/**
 * Opens a structured log on standard output. Masks names that may hold secrets, at any depth. A line
 * that a request causes, in a job too, has its `requestId`.
 */
export function openLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secrets.flatMap((name) => [name, `*.${name}`]),
      censor: '[masked]',
    },
    mixin: () => ({ requestId: requestId() }),
    hooks: { streamWrite: (line) => line.replace(secretValues, '"$1":"[masked]"') },
  }
  return destination ? pino(options, destination) : pino(options)
}
