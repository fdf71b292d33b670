/** Describes the configuration that a browser loads first, from /config.json. */
export type Config = {
  supabaseUrl: string
  supabaseKey: string
  sampleData: boolean
  /** Counts characters of a new password. */
  minPasswordLength: number
  /** Names an address and a phone number of staff; null: not offered. */
  support: { email: string | null; phone: string | null }
  /** Null if no captcha is required. */
  captcha: { provider: 'hcaptcha' | 'turnstile'; siteKey: string } | null
}

export async function loadConfig(): Promise<Config> {
  const answer = await fetch('/config.json')
  if (!answer.ok) throw new Error('Semblance could not be reached. Try again in a moment.')
  return (await answer.json()) as Config
}
