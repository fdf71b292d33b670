/** `node scripts/screenshots.ts` retakes the README's pictures on sample data. Needs a built web application. */
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../e2e/browser.ts'
