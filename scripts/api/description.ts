/**
 * Writes the description of the API, for members and for staff, to docs/. With --release it also keeps it as that of
 * the last release. `description.test.ts` in `api-description` fails when one has drifted.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeBoth, releaseFaults, root } from './describe-both.ts'

for (const description of await describeBoth()) {
  const { path, released, text } = description
  writeFileSync(join(root, path), text)
  if (process.argv.includes('--release')) {
    mkdirSync(join(root, 'docs/released'), { recursive: true })
    writeFileSync(join(root, released), text)
  }
  for (const fault of releaseFaults(description)) {
    console.error(fault)
    process.exitCode = 1
  }
}
