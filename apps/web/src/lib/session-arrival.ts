/** What a link from an e-mail left in the address; read when this file loads, because supabase-js clears it. */
export type Arrival =
  | { kind: 'confirmed' }
  | { kind: 'recovery' }
  | { kind: 'message'; text: string }
  | { kind: 'error'; text: string }

export function readArrival(hash: string): Arrival | null {
  const left = new URLSearchParams(hash.replace(/^#/, ''))
  const error = left.get('error_description') ?? left.get('error')
  if (error) return { kind: 'error', text: error }
  const message = left.get('message')
  if (message) return { kind: 'message', text: message }
  if (!left.has('access_token')) return null
  return { kind: left.get('type') === 'recovery' ? 'recovery' : 'confirmed' }
}

let arrival = readArrival(globalThis.location?.hash ?? '')

export const peekArrival = () => arrival

/** Handled: the same link says nothing twice. */
export function forgetArrival(): void {
  arrival = null
}
