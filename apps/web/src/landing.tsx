/** The landing page is a document of its own, so that a visitor's first load is this page and React, and no more. */
import { hydrateRoot } from 'react-dom/client'
import { LandingPage } from './features/landing/landing-page.tsx'
import { carriesSession } from './lib/session-arrival.ts'
import './styles/theme.css'

const root = document.getElementById('root')
if (!root) throw new Error('landing.html has no #root')
// Links from e-mails and providers may end here; what they bring is the application's to read.
if (carriesSession(location)) void import('./main.tsx')
else hydrateRoot(root, <LandingPage />)
