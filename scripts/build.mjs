/** `npm run build`: the web application as `npm start` serves it. Runs on any Node from 20 on. */
import { buildWeb, installPackages } from './prepare.mjs'

installPackages()
buildWeb()
