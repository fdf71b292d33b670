/** Compares engine versions: one alone draws the twin that was stated, to the byte. */
import { AppError } from '../../../platform/http/errors.ts'

/** Throws engine_too_old and engine_too_new, both of which name the version that is wanted. */
export function requireEngine(version: string, wanted: string): void {
  if (version === wanted) return
  throw new AppError(isOlder(version, wanted) ? 'engine_too_old' : 'engine_too_new', {
    message: `This is engine ${version}, and the twin is drawn with ${wanted}: it would differ. Use semblance ${wanted}, and deliver again.`,
  })
}

/** Compares versions number by number; what is none counts as older. */
function isOlder(version: string, than: string): boolean {
  const [own, other] = [version, than].map((one) => one.split('.').map(Number))
  if (!own || !other || own.length !== 3 || own.some(Number.isNaN)) return true
  for (const [i, part] of other.entries()) {
    const mine = own[i] ?? 0
    if (mine !== part) return mine < part
  }
  return false
}
