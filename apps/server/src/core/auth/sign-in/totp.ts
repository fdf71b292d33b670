/** Time-based one-time passwords (RFC 6238): SHA-1, six digits, thirty seconds, one step either side. */
import { Secret, TOTP } from 'otpauth'
import QRCode from 'qrcode'

const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
const WINDOW_STEPS = 1

const totpOf = (secret: string, names?: { issuer: string; label: string }) =>
  new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  })

export const newTotpSecret = () => new Secret({ size: SECRET_BYTES }).base32

/** Returns the code's time step, or null for a wrong code. */
export function timeStepOf(secret: string, code: string, nowMs = Date.now()): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: WINDOW_STEPS })
  return delta === null ? null : Math.floor(nowMs / 1000 / PERIOD_SECONDS) + delta
}

export const totpUri = (secret: string, issuer: string, label: string) =>
  totpOf(secret, { issuer, label }).toString()

/**
 * Draws the QR code as SVG without `#` and `%`, because the client puts it into a data URL
 * unchanged.
 */
export async function qrCode(text: string): Promise<string> {
  const svg = await QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'H', margin: 2 })
  return svg.replaceAll('#ffffff', 'white').replaceAll('#000000', 'black').trim()
}
