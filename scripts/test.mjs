/** `npm test`: everything a fresh clone needs, then every check there is. Runs on any Node from 20 on. */
import { buildWeb, installBrowser, installPackages, runScript } from './prepare.mjs'

installPackages()
installBrowser()
buildWeb()
runScript('check')
