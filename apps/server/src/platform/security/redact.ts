/** Masks the parts of a text that only its recipient may have: codes, and links' secrets. Pure. */

export const MASK = '••••••'

const link = /https?:\/\/[^\s<>"']+/g
/** Matches a code as mails set it apart (mail-body.ts). */
const codeLine = /^( {4})\S+$/gm
const digits = /(?<![\w.,-])\d{6,10}(?![\w-])/g
const token = /(?<![\w/.-])[\w-]{32,}(?![\w-])/g
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Public IDs, and words such as the tab of a page. */
const harmlessValue = /^([A-Z]{3}-[A-Z\d-]{1,20}|[a-z_]{1,16})$/
const randomSegment = /^(?=.*\d)(?=.*[A-Z])[\w-]{20,}$|^[\da-f]{32,}$/

export function redactSecrets(text: string): string {
  return text
    .replace(link, maskLink)
    .replace(codeLine, `$1${MASK}`)
    .replace(token, (found) => (uuid.test(found) ? found : MASK))
    .replace(digits, MASK)
}

function maskLink(found: string): string {
  const [, base = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(found)!
  const path = base
    .replace(/\/\/[^/@]*@/, `//${MASK}@`)
    .split('/')
    .map((segment) => (randomSegment.test(segment) ? MASK : segment))
    .join('/')
  const values = query?.split('&').map((pair) => {
    const [name, value = ''] = pair.split(/=(.*)/s)
    return value === '' || harmlessValue.test(value) ? pair : `${name}=${MASK}`
  })
  return path + (values ? `?${values.join('&')}` : '') + (fragment ? `#${MASK}` : '')
}

const address = /[^\s@<>:"'()]+@[^\s@<>:"'()]+/g
const phone = /\+\d[\d ()-]{5,}\d/g

/** Redacts secrets, and all addresses and phone numbers. */
export function redactPersonalData(text: string): string {
  return redactSecrets(text.replace(phone, MASK)).replace(address, MASK)
}
