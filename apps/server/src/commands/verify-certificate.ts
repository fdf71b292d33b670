/**
 * Verifies that a certificate or a finding is genuine and that the files are those it names: `npm run
 * verify:certificate -- SIGNED.jws --keys KEYS.json [FILES...]`. Works offline, with the keys
 * published at /.well-known/semblance-certificate-keys.json. Exits with 0 if all is as certified, 1
 * if not, 3 if it cannot decide.
 */
import { verifyFiles } from '../delivery/certificates/verify-files.ts'

const { code, lines } = await verifyFiles(process.argv.slice(2))
for (const line of lines) (code === 0 ? console.warn : console.error)(line)
process.exitCode = code
