/** Compares what operators deploy (containers, a unit, rules, a dashboard) with what the server has. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { taskWords } from '@semblance/contract'
import { describe, expect, it } from 'vitest'
import '../apps/server/src/overview/metrics/service.ts'
import { readConfig } from '../apps/server/src/platform/config.ts'
import { unknownSettingsOf } from '../apps/server/src/platform/environment.ts'
import { registry } from '../apps/server/src/platform/process/metrics.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
