/** The environment, parsed once. The README's table lists every setting. */
import { join } from 'node:path'
import { z } from 'zod'

const switchOf = (name: string) => z.enum(['on', 'off'], { error: `${name} is either on or off` })

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: z.url().optional(),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: z.string().optional(),
  SAMPLE_DATA: switchOf('SAMPLE_DATA').optional(),
  SECRET_KEY: z.string().optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('Semblance <no-reply@localhost>'),
  MAIL_CONFIRM: switchOf('MAIL_CONFIRM').default('on'),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
})

export type Config = {
  port: number
  /** Where browsers reach the platform; the base of every mailed link. No trailing slash. */
  publicUrl: string
  dataDir: string
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null
  sampleData: boolean
  /** Null: a key kept in the data directory. */
  secretKey: string | null
  smtpUrl: string | null
  mailFrom: string
  /** Whether a new account's e-mail address must be confirmed by a mailed link. */
  mailConfirm: boolean
  logLevel: string
}

/** Throws an Error that names every setting at fault. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environment.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
  )
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`These settings can't be used:\n  ${faults.join('\n  ')}`)
  }
  const settings = parsed.data
  return {
    port: settings.PORT,
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ''),
    dataDir: settings.DATA_DIR ?? join(import.meta.dirname, '../../../.data'),
    databaseUrl: settings.DATABASE_URL ?? null,
    sampleData: (settings.SAMPLE_DATA ?? (settings.DATABASE_URL ? 'off' : 'on')) === 'on',
    secretKey: settings.SECRET_KEY ?? null,
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM,
    mailConfirm: settings.MAIL_CONFIRM === 'on',
    logLevel: settings.LOG_LEVEL,
  }
}
