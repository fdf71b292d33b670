/** `npm run docs:index` writes the table of the decision records. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decisionIndex, decisionsDir, readDecisions } from './decision-index.ts'

writeFileSync(join(decisionsDir, 'README.md'), decisionIndex(readDecisions()))
