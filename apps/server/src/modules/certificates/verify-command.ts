/**
 * `npm run verify:certificate -- CERTIFICATE.jws --keys KEYS.json [FILES...]`: whether the certificate is genuine, and the
 * files are those that it names. Asks nobody: the keys are those published at
 * /.well-known/semblance-certificate-keys.json. Exits 0 when all is as certified, 1 when not, 3 when it cannot tell.
 */
import { verifyFiles } from './verify-files.ts'

const { code, lines } = await verifyFiles(process.argv.slice(2))
for (const line of lines) (code === 0 ? console.warn : console.error)(line)
process.exitCode = code
