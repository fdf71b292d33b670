/** A proof that a person asks, from the captcha that the server names; most people see no question. */
import type { Config } from '../api/config.ts'

type Captcha = NonNullable<Config['captcha']>

/** The two providers' scripts, as far as they are used here. */
declare global {
  var hcaptcha: {
    render: (box: HTMLElement, options: { sitekey: string; size: 'invisible' }) => string
    execute: (id: string, options: { async: true }) => Promise<{ response: string }>
  }
  var turnstile: {
    render: (
      box: HTMLElement,
      options: {
        sitekey: string
        appearance: 'interaction-only'
        callback: (token: string) => void
        'error-callback': () => void
      },
    ) => string
  }
}

const scripts = {
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
}

/**
 * Returns a captcha token for one request; undefined if none is required, or if the proof failed:
 * the server then rejects the request.
 */
export async function captchaToken({ captcha }: Config): Promise<string | undefined> {
  if (!captcha) return undefined
  const box = document.body.appendChild(document.createElement('div'))
  box.className = 'fixed right-4 bottom-4 z-50'
  try {
    await loadScript(scripts[captcha.provider])
    return await askers[captcha.provider](box, captcha.siteKey)
  } catch (error) {
    console.warn('The captcha did not answer.', error)
    return undefined
  } finally {
    box.remove()
  }
}

const askers: Record<Captcha['provider'], (box: HTMLElement, sitekey: string) => Promise<string>> =
  {
    hcaptcha: async (box, sitekey) => {
      const id = globalThis.hcaptcha.render(box, { sitekey, size: 'invisible' })
      return (await globalThis.hcaptcha.execute(id, { async: true })).response
    },
    turnstile: (box, sitekey) =>
      new Promise((callback, reject) => {
        const refused = () => reject(new Error('refused'))
        globalThis.turnstile.render(box, {
          sitekey,
          appearance: 'interaction-only',
          callback,
          'error-callback': refused,
        })
      }),
  }

const loading = new Map<string, Promise<void>>()

function loadScript(src: string): Promise<void> {
  const known = loading.get(src)
  if (known) return known
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => {
      loading.delete(src)
      reject(new Error(`${src} did not load`))
    }
    document.head.append(script)
  })
  loading.set(src, loaded)
  return loaded
}
