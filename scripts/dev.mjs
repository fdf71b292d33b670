/** `npm run dev`: the platform with hot reload. Runs on any Node from 20 on. */
import { installPackages } from './prepare.mjs'
import { runServer } from './run.mjs'

installPackages()
runServer('scripts/dev/dev-loop.ts')
