/**
 * Verifies the dossier of a deal without a network: `npm run verify:deal -- DOSSIER.zip [--key KEY]...
 * [--witness KEY]... [--checkpoint FILE]...`. KEY is a verifier key of the transparency log or of a witness, or a file
 * that holds one, from a place other than the dossier. Exits with 0 if it is valid, 1 if something was altered, 3 if that is unknown.
 */
import { verifyFile } from '../overview/dossiers/verify-file.ts'

const { code, lines } = await verifyFile(process.argv.slice(2))
for (const line of lines) (code === 0 ? console.warn : console.error)(line)
process.exitCode = code
