/** What the server tells a browser before anything else, from /config.json. */
export type Config = {
  supabaseUrl: string
  supabaseKey: string
  sampleData: boolean
  /** Null where nobody has to prove to be a person. */
  captcha: { provider: 'hcaptcha' | 'turnstile'; siteKey: string } | null
}

export async function loadConfig(): Promise<Config> {
  const answer = await fetch('/config.json')
  if (!answer.ok) throw new Error('Semblance could not be reached. Try again in a moment.')
  return (await answer.json()) as Config
}
