/** Runs around every component test: a clean browser before, no fault and no complaint after. */
import '@/styles/theme.css'
import { afterEach, beforeEach } from 'vitest'
import { cdp } from 'vitest/browser'
import { watchConnection } from '@/lib/api/api-fetch.ts'
import { collectComplaints, endComplaints } from './complaints.ts'
import { endApi } from './fake-api.ts'
import { installFakeServer } from './fake-server.ts'
import { catchDownloads } from './interactions.ts'
import { installPointer } from './pointer.ts'
import { forgetEverything } from './render.tsx'

installPointer()
installFakeServer()
catchDownloads()
collectComplaints()
watchConnection()
document.documentElement.lang = 'en' // as in index.html

beforeEach(async () => {
  // A link that appears under the mouse has its page loaded ahead.
  await cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 })
  endComplaints()
})

afterEach(async () => {
  await forgetEverything()
  const faults = [...endApi(), ...endComplaints().map((text) => `The browser complained: ${text}`)]
  if (faults.length > 0) throw new Error(faults.join('\n'))
})
