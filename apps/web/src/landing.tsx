/** The landing page is a document of its own, so that a visitor's first load is this page and React, and no more. */
import { createRoot, hydrateRoot } from 'react-dom/client'
import { LandingPage } from './features/overview/landing/landing-page.tsx'
import { carriesSession } from './lib/session/redirect-session.ts'
import './styles/theme.css'

const root = document.getElementById('root')
if (!root) throw new Error('landing.html has no #root')
// Links from e-mails and providers may end here; what they bring is the application's to read.
if (carriesSession(location)) void import('./main.tsx')
else if (root.hasChildNodes()) hydrateRoot(root, <LandingPage />)
else createRoot(root).render(<LandingPage />) // not drawn at build time: development
