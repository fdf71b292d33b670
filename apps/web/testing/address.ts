import { vi } from 'vitest'

// Modules read the page's address when they are imported; units are tested without a browser.
vi.stubGlobal('location', new URL('https://semblance.test/'))
