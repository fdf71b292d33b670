/** `npm test`: everything a fresh clone needs, then every check there is. Runs on any Node from 20 on. */
import { buildWeb, installPackages, provideBrowser, runScript } from './prepare.mjs'

installPackages()
process.env.CHROMIUM = provideBrowser()
buildWeb()
runScript('check')
