/** `npm run build`: the web application and the synthesis engine as `npm start` runs them. Runs on any Node from 20 on. */
import { buildEngine, buildWeb, installPackages } from './prepare.mjs'

installPackages()
buildWeb()
buildEngine()
