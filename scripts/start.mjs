/** `npm start`: everything a fresh clone needs, then the server. Runs on any Node from 20 on. */

import { buildEngine, buildWeb, installPackages } from './prepare.mjs'
import { runServer } from './run.mjs'

installPackages()
buildWeb()
buildEngine()
runServer('apps/server/src/main.ts')
