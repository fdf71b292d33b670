/** Sends the uploads of a page, which go by XMLHttpRequest, through fetch: the API of the running test answers them. */
import { onTestFinished } from 'vitest'

class FetchedUpload extends XMLHttpRequest {
  readonly #headers = new Headers()
  readonly #stop = new AbortController()
  #method = ''
  #url: string | URL = ''
  #status = 0
  #text = ''

  override open(method: string, url: string | URL): void {
    this.#method = method
    this.#url = url
  }

  override setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value)
  }

  override send(body: File): void {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: body.size / 2 }))
    void this.#fetch(body).then(
      () => this.dispatchEvent(new ProgressEvent('load')),
      () => this.#stop.signal.aborted || this.dispatchEvent(new ProgressEvent('error')),
    )
  }

  override abort(): void {
    this.#stop.abort()
  }

  override get status(): number {
    return this.#status
  }

  override get responseText(): string {
    return this.#text
  }

  async #fetch(body: File): Promise<void> {
    const init = { method: this.#method, headers: this.#headers, body, signal: this.#stop.signal }
    const response = await fetch(new URL(this.#url, location.origin), init)
    this.#text = await response.text()
    this.#status = response.status
  }
}

/** Replaces XMLHttpRequest until the running test ends. */
export function fakeUploads(): void {
  const real = globalThis.XMLHttpRequest
  globalThis.XMLHttpRequest = FetchedUpload
  onTestFinished(() => {
    globalThis.XMLHttpRequest = real
  })
}
