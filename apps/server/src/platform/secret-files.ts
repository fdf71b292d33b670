/** Reads secrets from files, as container platforms hand them over: NAME_FILE names the file of NAME. */
import { readFileSync } from 'node:fs'

/** Matches the names of settings that hold a secret. */
const SECRETS =
  /^(SECRET_KEY|OLD_SECRET_KEY|DATABASE_URL|SMTP_URL|S3_KEY_ID|S3_SECRET|STRIPE_SECRET_KEY|STRIPE_WEBHOOK_SECRET|SERVICE_KEY|CAPTCHA_SECRET|SMS_WEBHOOK_SECRET|MAIL_REPORTS_SECRET|SEAL_CERTIFICATE|OIDC_[A-Z0-9]+_CLIENT_SECRET)$/

/**
 * Returns the environment with the content of each NAME_FILE as NAME, without the whitespace around
 * it, and a sentence for every file that cannot be read, is empty or whose NAME is given as well.
 */
export function readSecretFiles(env: NodeJS.ProcessEnv): {
  env: NodeJS.ProcessEnv
  faults: string[]
} {
  const resolved = { ...env }
  const faults: string[] = []
  for (const [setting, path] of Object.entries(env)) {
    const name = setting.endsWith('_FILE') ? setting.slice(0, -'_FILE'.length) : ''
    if (!path || !SECRETS.test(name)) continue
    delete resolved[setting]
    if (env[name]) {
      faults.push(`${setting}: ${name} is set as well; keep one of the two`)
      continue
    }
    try {
      const content = readFileSync(path, 'utf8').trim()
      if (content) resolved[name] = content
      else faults.push(`${setting}: the file is empty`)
    } catch (error) {
      faults.push(`${setting}: the file cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  return { env: resolved, faults }
}
