/** Finds settings that contradict each other, before any of them is used. */
import { join, relative, resolve } from 'node:path'

/** Returns the data directory, by default the repository's own. */
export const dataDirOf = (env: NodeJS.ProcessEnv): string =>
  env.DATA_DIR ?? join(import.meta.dirname, '../../../../.data')

/**
 * Returns true if the sample marketplace is on: by default in the embedded database only, otherwise
 * as SAMPLE_DATA requests.
 */
export const hasSampleData = (env: NodeJS.ProcessEnv): boolean =>
  (env.SAMPLE_DATA ?? (env.DATABASE_URL ? 'off' : 'on')) !== 'off'

/** Lists settings that are at fault next to others. */
export const contradictionsOf = (given: NodeJS.ProcessEnv): string[] => [
  ...incomplete(given, ['CAPTCHA_PROVIDER', 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET']),
  ...incomplete(given, ['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET']),
  ...incomplete(given, ['MAIL_REPORTS_TO', 'MAIL_REPORTS_SECRET']),
  ...incomplete(given, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']),
  ...incomplete(given, ['S3_ENDPOINT', 'S3_BUCKET', 'S3_KEY_ID', 'S3_SECRET']),
  ...(given.STRIPE_SECRET_KEY && hasSampleData(given)
    ? ['SAMPLE_DATA: must be off with Stripe, which moves real money']
    : []),
  ...(given.KEY_DIR && isWithin(given.KEY_DIR, dataDirOf(given))
    ? ['KEY_DIR: is in DATA_DIR, of which people make copies; put it next to it']
    : []),
]

/** Settings that mean something together only. */
function incomplete(env: NodeJS.ProcessEnv, names: string[]): string[] {
  const missing = names.filter((name) => env[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  return missing.map((name) => `${name}: is missing`)
}

/** Returns true if a path is a directory's own or below it. */
const isWithin = (path: string, directory: string): boolean =>
  !/^\.\.(\/|$)/.test(relative(resolve(directory), resolve(path)))
