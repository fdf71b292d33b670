// Two of Radix's parts add a <style> element at run time (the scroll lock and the select's viewport).
// The server writes a fresh nonce into index.html for each response, and its CSP allows those elements by it.
// react-remove-scroll reads this global.
declare global {
  var __webpack_nonce__: string | undefined
}

export const cspNonce =
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce

globalThis.__webpack_nonce__ = cspNonce
